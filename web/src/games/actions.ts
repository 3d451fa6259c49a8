/** What actions mean. The text of an action is its id, as on the wire;
 *  only here is it read, by the table of its pack. */
export type Argument = string | number | boolean
/** The arguments of each verb: `Verbs` of `generated/games/<game>.ts`. */
export type AnyVerbs = Record<string, readonly Argument[]>
type Name<V extends AnyVerbs> = keyof V & string

export type Action<V extends AnyVerbs = AnyVerbs> = {
  [Verb in Name<V>]: { readonly text: string; readonly verb: Verb; readonly args: V[Verb] }
}[Name<V>]
/** The actions of one verb. */
export type ActionOf<V extends AnyVerbs, Verb extends Name<V>> = Extract<Action<V>, { verb: Verb }>

/** By verb the text of each action, then its arguments, as the server tells them with a pack. */
export type Meanings = Readonly<Record<string, readonly (readonly [text: string, ...args: Argument[]])[]>>

const idOf = (verb: string, args: readonly Argument[]): string => JSON.stringify([verb, ...args])

/** All actions of a pack. */
export class Actions<V extends AnyVerbs = AnyVerbs> {
  private readonly byText = new Map<string, Action<V>>()
  private readonly byMeaning = new Map<string, Action<V>>()

  constructor(meanings: Meanings) {
    for (const [verb, actions] of Object.entries(meanings))
      for (const [text, ...args] of actions) {
        const action = { text, verb, args } as Action
        this.byText.set(text, action as Action<V>)
        this.byMeaning.set(idOf(verb, args), action as Action<V>)
      }
  }

  of<Verb extends Name<V>>(verb: Verb, ...args: V[Verb]): ActionOf<V, Verb> {
    const found = this.byMeaning.get(idOf(verb, args))
    if (!found) throw new Error(`no action ${idOf(verb, args)}`)
    return found as ActionOf<V, Verb>
  }

  /** What a text means; a text without a meaning here,
   *  as in a game that is only played as text, is a verb of its own. */
  read(text: string): Action<V> {
    const plain = { text, verb: text, args: [] } as Action
    return this.byText.get(text) ?? (plain as Action<V>)
  }
}

/** What may be done now. */
export class Legal<V extends AnyVerbs = AnyVerbs> {
  private readonly legal: ReadonlySet<string>

  constructor(
    private readonly actions: Actions<V>,
    readonly texts: readonly string[],
    /** What can follow an action, where it comes with the question. */
    private readonly follow: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  ) {
    this.legal = new Set(texts)
  }

  /** An action, legal or not: who wants one that is not is told why. */
  of<Verb extends Name<V>>(verb: Verb, ...args: V[Verb]): ActionOf<V, Verb> {
    return this.actions.of(verb, ...args)
  }

  has(action: Action<V> | null): boolean {
    return action !== null && this.legal.has(action.text)
  }

  may<Verb extends Name<V>>(verb: Verb, ...args: V[Verb]): boolean {
    return this.find(verb, ...args) !== null
  }

  find<Verb extends Name<V>>(verb: Verb, ...args: V[Verb]): ActionOf<V, Verb> | null {
    const action = this.of(verb, ...args)
    return this.has(action) ? action : null
  }

  /** All legal actions of a verb. */
  each<Verb extends Name<V>>(verb: Verb): ActionOf<V, Verb>[] {
    return this.all().filter((action): action is ActionOf<V, Verb> => action.verb === verb)
  }

  all(): Action<V>[] {
    return this.texts.map((text) => this.actions.read(text))
  }

  /** The rows of answers that can follow an action. Not `then`: nobody shall wait for this as for a promise. */
  following(action: Action<V>): Action<V>[][] {
    return (this.follow[action.text] ?? []).map((row) => row.map((text) => this.actions.read(text)))
  }
}
