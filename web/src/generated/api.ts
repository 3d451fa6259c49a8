// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../words/template'

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ActInfo */
        ActInfo: {
            act: string;
            at: number;
            name: string;
            owner: string;
            reason: string;
            target: string;
        };
        /** AdminInfo */
        AdminInfo: {
            counts: {
                [key: string]: number;
            };
            cut: {
                [key: string]: number;
            };
            failed_writes: number;
            files: number;
            lag: number;
            limits: {
                [key: string]: Json;
            };
            owner: string;
            process: number;
            slowed: number;
            status: components["schemas"]["StatusInfo"];
            switches: components["schemas"]["Switches"];
        };
        /** AdminTable */
        AdminTable: {
            created: number;
            game: string;
            id: string;
            names: string[];
            public: boolean;
            state: string;
            updated: number;
        };
        /** Ahead */
        Ahead: {
            actions: string[];
            key: string;
            /** @constant */
            type: "ahead";
        };
        /** AnalysisInfo */
        AnalysisInfo: {
            analysis?: {
                [key: string]: Json;
            } | null;
            /** @default 0 */
            done?: number;
            /** @default false */
            mine?: boolean;
            /** @enum {string} */
            state: "none" | "running" | "done";
            /** @default 0 */
            total?: number;
        };
        /** Answer */
        Answer: {
            agree: boolean;
            key: string;
            offer: number;
            /** @constant */
            type: "answer";
        };
        /** Asked */
        Asked: {
            args: {
                [key: string]: Json;
            };
            rule: string;
            step: string;
        };
        /** Auto */
        Auto: {
            key: string;
            on: boolean;
            /** @constant */
            type: "auto";
        };
        /** Away */
        Away: {
            key: string;
            /** @constant */
            type: "away";
        };
        /** Back */
        Back: {
            key: string;
            /** @constant */
            type: "back";
        };
        /** Because */
        Because: {
            /** @default  */
            reason?: string;
        };
        /** Block */
        Block: {
            example: boolean;
            head: components["schemas"]["Span"][][];
            /** @enum {string} */
            kind: "text" | "list" | "steps" | "table" | "picture";
            lines: components["schemas"]["Line"][];
            picture: string;
        };
        /** BotInfo */
        BotInfo: {
            name: string;
            searches: boolean;
        };
        /** BotTally */
        BotTally: {
            /** @default 0 */
            beaten?: number;
            bot: string;
            /** @default 0 */
            met?: number;
        };
        /** Candidate */
        Candidate: {
            action: string;
            chance: number;
            /** @default false */
            equal?: boolean;
            /** @default 0 */
            error?: number;
            points: number;
            /** @default 0 */
            points_error?: number;
            reasons?: components["schemas"]["RemarkInfo"][];
            same?: string[];
            visits: number;
        };
        /** CardSound */
        CardSound: {
            drum: number | null;
            keys: number[][];
            program: number;
        };
        /** ChannelInfo */
        ChannelInfo: {
            failing: boolean;
            id: string;
            /** @enum {string} */
            kind: "push" | "webhook" | "mail" | "chat";
            label: string;
            proved: boolean;
        };
        /** Choices */
        Choices: {
            options: {
                [key: string]: Json;
            };
            players: number;
        };
        /** Clock */
        Clock: {
            /** @default 0 */
            days?: number;
            /** @default 0 */
            increment?: number;
            /**
             * @default none
             * @enum {string}
             */
            kind?: "none" | "live" | "days";
            /** @default 0 */
            reserve?: number;
            /** @default 0 */
            turn?: number;
        };
        /** CodeInfo */
        CodeInfo: {
            recovery: string;
        };
        /** ConcertInfo */
        ConcertInfo: {
            bars: number;
            formats: string[];
            parts: components["schemas"]["ConcertPart"][];
            passages: components["schemas"]["ConcertPassage"][];
            seconds: number;
            tempo: components["schemas"]["ConcertTempo"][];
            title: string;
            tones: components["schemas"]["ConcertTone"][];
        };
        /** ConcertPart */
        ConcertPart: {
            card: string;
            drum: number | null;
            id: string;
            name: string;
            part: number;
            player: number | null;
            program: number;
            seat: string;
        };
        /** ConcertPassage */
        ConcertPassage: {
            bar: number;
            end: number;
            mark: string;
            start: number;
        };
        /** ConcertTempo */
        ConcertTempo: {
            at: number;
            bpm: number;
        };
        /** ConcertTone */
        ConcertTone: {
            at: number;
            bar: number;
            end: number;
            key: number;
            /** @enum {string} */
            kind: "disc" | "under" | "black" | "held";
            length: number;
            note: string;
            part: number;
            player: number | null;
            start: number;
            velocity: number;
            voice: number;
        };
        /** Conflict */
        Conflict: {
            fault: components["schemas"]["Fault"];
            options: string[];
        };
        /** Core */
        Core: {
            ahead: string[];
            auto: boolean;
            legal: string[];
            prompt: components["schemas"]["Asked"] | null;
            question: number;
            standing?: components["schemas"]["StandingInfo"] | null;
            undo: components["schemas"]["TakeBack"] | null;
            view: {
                [key: string]: Json;
            };
        };
        /** Created */
        Created: {
            id: string;
        };
        /** Done */
        Done: {
            key: string;
            n: number;
            played?: string[];
            /** @default false */
            repeated?: boolean;
            /** @default  */
            stop?: string;
            /** @constant */
            type: "done";
        };
        /** Down */
        Down: {
            since: number;
            until: number;
        };
        /** Ending */
        Ending: {
            /** @default false */
            early?: boolean;
            places: number[];
            points: number[];
            reason: string;
            sources: {
                [key: string]: number;
            }[];
            tiebreak?: string | null;
            winners: number[];
        };
        /** Fault */
        Fault: {
            args?: {
                [key: string]: Json;
            };
            code: string;
            /** @default server */
            game?: string;
            /** @default 0 */
            index?: number;
            /** @default  */
            rule?: string;
            /** @default  */
            text?: string;
        };
        /** GameInfo */
        GameInfo: {
            actions: string[];
            /** @default false */
            concert?: boolean;
            high: number;
            low: number;
            /** @default 0 */
            minutes?: number;
            name: string;
            options: components["schemas"]["OptionInfo"][];
            origin?: components["schemas"]["PackOrigin"] | null;
            pack: string;
            pack_hash: string;
            /** @default true */
            secrets?: boolean;
            /** @default true */
            simultaneous?: boolean;
            usual: number;
            version: number;
        };
        /** GameRecord */
        GameRecord: {
            best?: number | null;
            bots: components["schemas"]["BotTally"][];
            /** @default 0 */
            finished?: number;
            game: string;
            mean?: number | null;
            options: components["schemas"]["OptionTally"][];
            /** @default 0 */
            played?: number;
            players: components["schemas"]["PlayersTally"][];
            /** @default 0 */
            won?: number;
        };
        /** HandInfo */
        HandInfo: {
            reserve: number;
            since: number | null;
        };
        /** Health */
        Health: {
            compiled: boolean;
            status: string;
            version: string;
        };
        /** Hint */
        Hint: {
            key: string;
            question: number;
            /** @constant */
            type: "hint";
        };
        /** HintMessage */
        HintMessage: {
            bot: string;
            candidates: components["schemas"]["Candidate"][];
            /** @default false */
            exact?: boolean;
            /** @default 0 */
            fair?: number;
            iterations: number;
            key: string;
            line: [
                number,
                string
            ][];
            n: number;
            /** @constant */
            type: "hint";
        };
        /** Holiday */
        Holiday: {
            since: number;
            until: number;
        };
        /** Holidays */
        Holidays: {
            holiday: components["schemas"]["Holiday"] | null;
            left: number;
            most: number;
        };
        /** Invite */
        Invite: {
            key: string;
            seat: number;
            /** @constant */
            type: "invite";
        };
        /** JoinTable */
        JoinTable: {
            seat?: number | null;
        };
        /** Learned */
        Learned: {
            game: string;
            scene: string;
        };
        /** LessonLook */
        LessonLook: {
            actions: string[];
            moves?: string[];
            /** @default false */
            view?: boolean;
        };
        /** LessonMoment */
        LessonMoment: {
            core: components["schemas"]["Core"];
            done: boolean;
            events: {
                [key: string]: Json;
            }[];
            hint: string;
            missed: boolean;
            moves: string[];
            refused?: components["schemas"]["Fault"] | null;
            said: string;
            seat: number;
            since: number;
            step: number;
            steps: number;
            table: components["schemas"]["TableInfo"];
        };
        /** LessonSoFar */
        LessonSoFar: {
            moves?: string[];
        };
        /** LessonWhy */
        LessonWhy: {
            action: string;
            before?: string[];
            moves?: string[];
        };
        /** LessonsOf */
        LessonsOf: {
            game: string;
            scenes: string[];
        };
        /** Line */
        Line: {
            cells: components["schemas"]["Span"][][];
            rules: string[];
        };
        /** MajorityInfo */
        MajorityInfo: {
            args: {
                [key: string]: Json;
            };
            counts: number[];
            exclusive: boolean;
            leaders: number[];
            margin: number;
            name: string;
            pays: number[];
        };
        /** Me */
        Me: {
            name: string;
            protected: boolean;
        };
        /** MeasureInfo */
        MeasureInfo: {
            at: number;
            id: string;
            /** @enum {string} */
            kind: "mute" | "ban" | "range" | "close";
            name: string;
            over: boolean;
            reason: string;
            target: string;
            until: number;
        };
        /** Mute */
        Mute: {
            on: boolean;
            seat: number;
        };
        /** NewChannel */
        NewChannel: {
            address: string;
            keys?: components["schemas"]["PushKeys"] | null;
            /** @enum {string} */
            kind: "push" | "webhook" | "mail" | "chat";
        };
        /** NewCode */
        NewCode: {
            passphrase: string;
        };
        /** NewName */
        NewName: {
            name: string;
        };
        /** NewPassphrase */
        NewPassphrase: {
            old?: string | null;
            passphrase: string;
        };
        /** NewTable */
        NewTable: {
            clock?: components["schemas"]["Clock"];
            /** @default true */
            coach?: boolean;
            game: string;
            /** @default true */
            hints?: boolean;
            options?: {
                [key: string]: Json;
            };
            /** @default true */
            previews?: boolean;
            /** @default false */
            public?: boolean;
            seats: components["schemas"]["SeatPlan"][];
            /** @default true */
            spectators?: boolean;
            /** @default false */
            start?: boolean;
            /**
             * @default ask
             * @enum {string}
             */
            undo?: "none" | "free" | "ask";
        };
        /** NextTable */
        NextTable: {
            table: string | null;
            waiting: number;
        };
        /** NoticeWishes */
        NoticeWishes: {
            /** @default 10 */
            interval?: number;
            /** @default en */
            lang?: string;
            /** @default -1 */
            quiet_from?: number;
            /** @default -1 */
            quiet_until?: number;
            /** @default UTC */
            zone?: string;
        };
        /** NoticesInfo */
        NoticesInfo: {
            channels: components["schemas"]["ChannelInfo"][];
            key: string;
            kinds: ("push" | "webhook" | "mail" | "chat")[];
            wishes: components["schemas"]["NoticeWishes"];
        };
        /** OfferInfo */
        OfferInfo: {
            agreed: number[];
            /** @default 0 */
            days?: number;
            id: number;
            /** @default false */
            mine?: boolean;
            /** @default  */
            name?: string;
            seat: number;
            /** @default -1 */
            target?: number;
            /** @enum {string} */
            what: "undo" | "end" | "slow" | "seat" | "newcomer";
        };
        /** OptionInfo */
        OptionInfo: {
            default: unknown;
            name: string;
            rule: string;
            schema: {
                [key: string]: Json;
            };
        };
        /** OptionTally */
        OptionTally: {
            option: string;
            /** @default 0 */
            played?: number;
            value: unknown;
            /** @default 0 */
            won?: number;
        };
        /** OriginInfo */
        OriginInfo: {
            /** @default 0 */
            entry?: number;
            /** @enum {string} */
            kind: "replay" | "position";
            /** @default  */
            replay?: string;
        };
        /** PackInfo */
        PackInfo: {
            components: {
                [key: string]: Json;
            };
            game: string;
            hash: string;
            name: string;
        };
        /** PackOrigin */
        PackOrigin: {
            composed: number;
            fields: number;
            inferred: number;
            percent: number;
            printed: number;
        };
        /** PastMatch */
        PastMatch: {
            bots: string[];
            early: boolean;
            ended: number;
            game: string;
            mine: number[];
            names: string[];
            options: {
                [key: string]: Json;
            };
            place: number | null;
            places: number[];
            played_on: boolean;
            players: number;
            points: number[];
            reason: string;
            started: number | null;
            table: string;
        };
        /** PastPage */
        PastPage: {
            matches: components["schemas"]["PastMatch"][];
            more: number | null;
        };
        /** Play */
        Play: {
            /** @default  */
            action?: string;
            actions?: string[];
            key: string;
            question: number;
            /** @constant */
            type: "play";
        };
        /** PlayOnAt */
        PlayOnAt: {
            /** @default  */
            bot?: string;
            position: {
                [key: string]: Json;
            };
            seat?: number | null;
        };
        /** PlayOnFrom */
        PlayOnFrom: {
            /** @default  */
            bot?: string;
            entry: number;
            seat?: number | null;
        };
        /** PlayersTally */
        PlayersTally: {
            /** @default 0 */
            played?: number;
            players: number;
            /** @default 0 */
            won?: number;
        };
        /** Position */
        Position: {
            position: {
                [key: string]: Json;
            };
        };
        /** PositionInfo */
        PositionInfo: {
            active?: number[];
            fault?: components["schemas"]["Fault"] | null;
            /** @default  */
            game?: string;
            /** @default  */
            pack_hash?: string;
            /** @default 0 */
            players?: number;
            view?: {
                [key: string]: Json;
            } | null;
        };
        /** Preview */
        Preview: {
            actions: string[];
            key: string;
            question: number;
            /** @constant */
            type: "preview";
            /** @default false */
            view?: boolean;
        };
        /** PreviewMessage */
        PreviewMessage: {
            actions: string[];
            changes: {
                [key: string]: Json;
            }[] | null;
            events: {
                [key: string]: Json;
            }[];
            key: string;
            majorities: [
                components["schemas"]["MajorityInfo"],
                components["schemas"]["MajorityInfo"]
            ][];
            merits: components["schemas"]["RemarkInfo"][];
            n: number;
            numbers: {
                [key: string]: [
                    number[],
                    number[]
                ];
            };
            sources: {
                [key: string]: [
                    number[],
                    number[]
                ];
            };
            /** @enum {string} */
            stop: "question" | "turn" | "over" | "chance" | "seen" | "answers";
            /** @constant */
            type: "preview";
            warnings: components["schemas"]["RemarkInfo"][];
        };
        /** Propose */
        Propose: {
            key: string;
            /** @constant */
            type: "propose";
        };
        /** Protected */
        Protected: {
            name: string;
            protected: boolean;
            recovery: string;
        };
        /** PushKeys */
        PushKeys: {
            auth: string;
            p256dh: string;
        };
        /** Recover */
        Recover: {
            code: string;
            name: string;
            passphrase: string;
        };
        /** RefusedMessage */
        RefusedMessage: {
            fault: components["schemas"]["Fault"];
            key: string;
            n: number;
            /** @constant */
            type: "refused";
        };
        /** RemarkInfo */
        RemarkInfo: {
            args: {
                [key: string]: Json;
            };
            code: string;
            rule: string;
        };
        /** Replace */
        Replace: {
            key: string;
            seat: number;
            /** @constant */
            type: "replace";
        };
        /** ReplayInfo */
        ReplayInfo: {
            at: number;
            game: string;
            length: number;
            mine: boolean;
            names: string[];
            options: {
                [key: string]: Json;
            };
            /** @default  */
            pack_hash?: string;
            /** @default false */
            played_on?: boolean;
            players: number;
            result: {
                [key: string]: Json;
            } | null;
            token: string;
        };
        /** ReplayMoment */
        ReplayMoment: {
            action: string;
            at: number;
            events: {
                [key: string]: Json;
            }[];
            player: number | null;
            view: {
                [key: string]: Json;
            };
        };
        /** ReplayMoments */
        ReplayMoments: {
            frames: components["schemas"]["ReplayMoment"][];
            length: number;
        };
        /** ReportInfo */
        ReportInfo: {
            at: number;
            banned: boolean;
            gone: boolean;
            line: number;
            muted: boolean;
            name: string;
            reasons: string[];
            table: string;
            text: string;
        };
        /** ReportLine */
        ReportLine: {
            line: number;
            /** @default  */
            reason?: string;
        };
        /** Resign */
        Resign: {
            key: string;
            /** @constant */
            type: "resign";
        };
        /** ReturnToSeat */
        ReturnToSeat: {
            seat: number;
        };
        /** RuleInfo */
        RuleInfo: {
            id: string;
            section: string;
            source: string;
            text: string;
        };
        /** Say */
        Say: {
            key: string;
            text: string;
            /** @constant */
            type: "say";
        };
        /** SeatInfo */
        SeatInfo: {
            bot: string;
            /** @default  */
            former?: string;
            holidays?: [
                number,
                number
            ][];
            /** @default  */
            invite?: string;
            /** @enum {string} */
            kind: "open" | "person" | "local" | "bot";
            mine: boolean;
            name: string;
            online: boolean;
            replaceable_at?: number | null;
            resigned: boolean;
            /** @default false */
            returns?: boolean;
            standin: boolean;
            substitute_from?: number | null;
        };
        /** SeatPlan */
        SeatPlan: {
            /** @default  */
            bot?: string;
            /**
             * @default open
             * @enum {string}
             */
            kind?: "open" | "me" | "bot" | "local";
            /** @default  */
            name?: string;
        };
        /** Section */
        Section: {
            anchor: string;
            blocks: components["schemas"]["Block"][];
            chapter: string;
            rules: string[];
            title: string;
        };
        /** SessionInfo */
        SessionInfo: {
            about: string;
            began: number;
            here: boolean;
            id: string;
            seen: number;
        };
        /** SignIn */
        SignIn: {
            name: string;
            passphrase: string;
        };
        /** Slow */
        Slow: {
            days: number;
            key: string;
            /** @constant */
            type: "slow";
        };
        /** Sounds */
        Sounds: {
            cards: {
                [key: string]: components["schemas"]["CardSound"];
            };
        };
        /** Span */
        Span: {
            /** @enum {string} */
            mark: "bold" | "italic" | "code";
            text: string;
            to: string;
        };
        /** StandingInfo */
        StandingInfo: {
            majorities: components["schemas"]["MajorityInfo"][];
            open: boolean[];
            points: number[];
            scored: number[];
            sources: {
                [key: string]: number;
            }[];
        };
        /** Start */
        Start: {
            /** @default  */
            fill?: string;
        };
        /** Statistics */
        Statistics: {
            games: components["schemas"]["GameRecord"][];
            limited: boolean;
            matches: number;
            won: number;
        };
        /** StatusInfo */
        StatusInfo: {
            abandoned_days: number;
            contact: string;
            cookie_days: number;
            downs: components["schemas"]["Down"][];
            guest_days: number;
            imports_days: number;
            now: number;
            people: number;
            since: number;
            slow: boolean;
            stores: boolean;
            tables: number;
            version: string;
            waiting: number;
            waiting_hours: number;
        };
        /** SwitchChange */
        SwitchChange: {
            imports?: boolean | null;
            tables?: boolean | null;
            talk?: boolean | null;
        };
        /** Switches */
        Switches: {
            /** @default true */
            imports?: boolean;
            /** @default true */
            tables?: boolean;
            /** @default true */
            talk?: boolean;
        };
        /** TableInfo */
        TableInfo: {
            active: number[];
            /** @default false */
            broken?: boolean;
            clock: components["schemas"]["Clock"];
            /** @default true */
            coach?: boolean;
            commitment: string;
            created: number;
            ended: number | null;
            ending: components["schemas"]["Ending"] | null;
            expires?: number | null;
            game: string;
            hands: components["schemas"]["HandInfo"][];
            hints: boolean;
            host: boolean;
            id: string;
            next: string | null;
            offer: components["schemas"]["OfferInfo"] | null;
            offers?: components["schemas"]["OfferInfo"][];
            options: {
                [key: string]: Json;
            };
            origin?: components["schemas"]["OriginInfo"] | null;
            /** @default  */
            pack_hash?: string;
            players: number;
            /** @default true */
            previews?: boolean;
            public: boolean;
            seats: components["schemas"]["SeatInfo"][];
            seed: string | null;
            spectators: boolean;
            started: number | null;
            /** @enum {string} */
            state: "waiting" | "running" | "over" | "closed";
            turn: boolean;
            /** @enum {string} */
            undo: "none" | "free" | "ask";
            updated: number;
            watchers: number;
        };
        /** TablePage */
        TablePage: {
            more: number | null;
            tables: components["schemas"]["TableInfo"][];
        };
        /** TakeBack */
        TakeBack: {
            args?: {
                [key: string]: Json;
            };
            ask: boolean;
            /** @default  */
            code?: string;
            free: boolean;
        };
        /** TakeSeat */
        TakeSeat: {
            invite: string;
            seat: number;
        };
        /** TalkLine */
        TalkLine: {
            args: {
                [key: string]: Json;
            };
            at: number;
            code: string;
            name: string;
            no: number;
            seat: number;
            text: string;
        };
        /** Tested */
        Tested: {
            channel?: components["schemas"]["ChannelInfo"] | null;
            /** @enum {string} */
            outcome: "sent" | "failed" | "private" | "bad" | "gone";
        };
        /** Undo */
        Undo: {
            key: string;
            question: number;
            /** @constant */
            type: "undo";
        };
        /** View */
        View: {
            ahead: string[];
            auto: boolean;
            events: {
                [key: string]: Json;
            }[];
            given?: number[];
            keep: number;
            legal: string[];
            n: number;
            prompt: components["schemas"]["Asked"] | null;
            question: number;
            since?: number | null;
            standing?: components["schemas"]["StandingInfo"] | null;
            stood?: number[];
            /** @constant */
            type: "view";
            undo: components["schemas"]["TakeBack"] | null;
            view: {
                [key: string]: Json;
            };
        };
        /** Why */
        Why: {
            action: string;
            before?: string[];
            key: string;
            /** @constant */
            type: "why";
        };
        /** WhyMessage */
        WhyMessage: {
            fault: components["schemas"]["Fault"] | null;
            key: string;
            n: number;
            /** @constant */
            type: "why";
        };
        /** WhyNot */
        WhyNot: {
            fault?: components["schemas"]["Fault"] | null;
        };
        /** Wish */
        Wish: {
            /** @default 0 */
            days?: number;
            /** @enum {string} */
            kind: "mute" | "ban" | "range" | "close";
            line?: number | null;
            /** @default  */
            name?: string;
            /** @default  */
            range?: string;
            /** @default  */
            reason?: string;
            seat?: number | null;
            /** @default  */
            table?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
