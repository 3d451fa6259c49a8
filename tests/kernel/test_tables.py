"""Names, options, chance, perspectives and odd input."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tutti
from games.etude import GAME
from games.etude.steps import OFFER
from support import rule
from support.lines import every_table
from tutti.ai.bot import decided
from tutti.games import symphonimo
from tutti.kernel import library, packs
from tutti.kernel.chance import Host, pick
from tutti.kernel.native import u8, vec
from tutti.kernel.scribe import Fair
from tutti.kernel.types import Fields

# -- names -------------------------------------------------------------------------------------


@rule("KN-36")
@pytest.mark.parametrize("name", ["chess", "", "Symphonimo", "../etude", 3, None, ["etude"]])
def test_unknown_games_and_bots_are_refused_with_those_there_are(name: Any) -> None:
    with pytest.raises(tutti.UnknownName) as caught:
        tutti.game(name)
    assert caught.value.code == "unknown_game"
    assert caught.value.arguments == {"found": name, "known": list(tutti.games())}
    if isinstance(name, str):
        with pytest.raises(tutti.UnknownName) as caught:
            tutti.bot(name)
        assert caught.value.code == "unknown_bot"
        assert caught.value.arguments["known"] == list(tutti.bots())


@rule("KN-36")
def test_unknown_packs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tutti.UnknownName) as caught:
        tutti.game("symphonimo", pack=tmp_path / "none.toml")
    assert caught.value.code == "unknown_pack"
    assert "standard" in caught.value.arguments["known"]
    strange = tmp_path / "strange.toml"
    for text, code in (("x", "not_toml"), ("a = 1", "missing_key"), ('game = "x"\nname = "y"', "pack_of_other_game")):
        strange.write_text(text)
        with pytest.raises(tutti.BadPack) as wrong:
            tutti.game("symphonimo", pack=strange)
        assert wrong.value.code == code


@rule("KN-36")
def test_a_pack_is_found_by_its_hash_if_it_is_shipped_or_in_use(tmp_path: Path) -> None:
    for name in tutti.games():
        assert library.playing(tutti.game(name).pack_hash) is tutti.game(name)
    file = packs.shipped(Path(symphonimo.__file__).parent)["standard"]
    other = tmp_path / "other.toml"
    other.write_text(file.read_text(encoding="utf-8").replace("removed = 5", "removed = 2"), encoding="utf-8")
    hash = packs.read(other).hash
    assert library.playing(hash) is None
    made = tutti.game("symphonimo", pack=other)
    assert library.playing(hash) is made
    assert made.components["false_note"] == {"removed": 2}
    assert tutti.game("symphonimo").components["false_note"] == {"removed": 5}
    assert library.playing("") is None


@rule("KN-36")
def test_a_pack_may_build_on_the_one_beside_it(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.toml", tmp_path / "part.toml"
    whole.write_text('game = "x"\nname = "whole"\nkept = 1\n[table]\na = 1\nb = 2\n')
    part.write_text('game = "x"\nname = "part"\nbase = "whole"\n[table]\na = 3\n')
    made = packs.read(part)
    assert made.raw == {"game": "x", "name": "part", "kept": 1, "table": {"a": 3}}  # whole tables, never mixed ones
    before, alone = made.hash, packs.read(whole).hash
    assert alone == "sha256:" + hashlib.sha256(whole.read_bytes()).hexdigest()
    assert before != alone
    whole.write_text(whole.read_text().replace("kept = 1", "kept = 2"))
    assert packs.read(part).hash != before  # a record must not find other components under the same hash


@rule("KN-36")
@pytest.mark.parametrize(
    ("base", "code"),
    [
        ('"none"', "not_one_of"),
        ('"../whole"', "not_one_of"),
        ("7", "expected_kind"),
        ('"part"', "base_of_base"),
        ('"above"', "base_of_base"),
        ('"other"', "pack_of_other_game"),
    ],
)
def test_a_base_is_a_whole_pack_of_the_same_game_in_the_same_folder(tmp_path: Path, base: str, code: str) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    for path, text in (
        (tmp_path / "whole.toml", 'game = "x"\nname = "whole"'),
        (folder / "above.toml", 'game = "x"\nname = "above"\nbase = "other"'),
        (folder / "other.toml", 'game = "y"\nname = "other"'),
        (folder / "part.toml", f'game = "x"\nname = "part"\nbase = {base}'),
    ):
        path.write_text(text)
    with pytest.raises(tutti.BadPack) as wrong:
        packs.read(folder / "part.toml")
    assert (wrong.value.code, wrong.value.place) == (code, "base")


@rule("KN-36")
def test_games_and_bots_are_found_by_folder() -> None:
    assert set(tutti.games()) >= {"etude", "symphonimo"}
    assert set(tutti.bots()) >= {"greedy", "random"}
    assert tutti.games() == tutti.games()
    for name in tutti.games():
        about = tutti.game(name).json()
        assert about["name"] == name
        assert about["players"][0] <= about["usual"] <= about["players"][1]
    for name in tutti.bots():
        assert tutti.bot(name).name == name


# -- options -----------------------------------------------------------------------------------


@rule("KN-37")
@pytest.mark.parametrize(
    ("game", "players", "options", "code"),
    [
        ("symphonimo", 1, {}, "bad_players"),
        ("symphonimo", 7, {}, "bad_players"),
        ("symphonimo", "4", {}, "bad_players"),
        ("symphonimo", True, {}, "bad_players"),
        ("symphonimo", 2.0, {}, "bad_players"),
        ("symphonimo", 4, {"tempo": 1}, "unknown_option"),
        ("symphonimo", 4, {3: 1}, "unknown_option"),
        ("symphonimo", 4, "false_note", "bad_option"),
        ("symphonimo", 4, ["false_note"], "bad_option"),
        ("symphonimo", 4, {"false_note": 1}, "bad_option"),
        ("symphonimo", 4, {"false_note": None}, "bad_option"),
        ("symphonimo", 4, {"false_note": "true"}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": True}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": -1}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": 7}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": 5}, "too_many_powers"),
        ("symphonimo", 4, {"grand_maestro": "draw_one"}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": ["classic"]}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": [1]}, "bad_option"),
        ("symphonimo", 4, {"grand_maestro": ["draw_one", "draw_one"]}, "power_twice"),
        ("symphonimo", 4, {"first_player": 4}, "no_such_player"),
        ("symphonimo", 4, {"first_player": -1}, "bad_option"),
        ("symphonimo", 4, {"first_player": False}, "bad_option"),
        ("etude", 5, {}, "bad_players"),
        ("etude", 2, {"hand": 5}, "bad_option"),
        ("etude", 2, {"rounds": 0}, "bad_option"),
        ("etude", 2, {"first_player": 2}, "no_such_player"),
    ],
)
def test_wrong_options_are_refused(game: str, players: Any, options: Any, code: str) -> None:
    with pytest.raises(tutti.BadOption) as caught:
        tutti.Match.new(game, players=players, seed=1, options=options)
    assert caught.value.code == code
    assert caught.value.game == game
    assert str(caught.value)


@rule("KN-37")
def test_options_are_completed_and_not_shared() -> None:
    powers = ["draw_one"]
    match = tutti.Match.new("symphonimo", players=2, seed=1, options={"grand_maestro": powers})
    powers.append("classic")
    match.view()["options"]["grand_maestro"].append("classic")
    match.record()["options"]["grand_maestro"].append("classic")
    assert match.record()["options"] == {"grand_maestro": ["draw_one"], "false_note": False, "first_player": None}


# -- chance ------------------------------------------------------------------------------------


def by_hand(seed: str, number: int, things: int) -> int:
    digest = hashlib.sha256(b"tutti:" + seed.encode() + b":" + str(number).encode()).hexdigest()
    return int(digest, 16) % things


@rule("KN-35")
def test_fair_chance_can_be_checked_by_hand() -> None:
    fair = Fair("a seed")
    assert [fair.below(n) for n in (1, 6, 52, 10**9)] == [
        by_hand("a seed", k, n) for k, n in enumerate((1, 6, 52, 10**9))
    ]
    assert fair.used == 4
    assert [pick(vec[u8]([0, 2, 0, 1]), at) for at in range(3)] == [1, 1, 3]


@rule("KN-35")
def test_every_card_of_a_match_follows_from_the_seed() -> None:
    match = tutti.Match.new("symphonimo", players=2, seed="open", options={"first_player": 0})
    left = {value: value for value in range(3, 10)}
    number = 0
    while match.active and number < 20:
        player = match.active[0]
        action = match.legal(player)[0]
        match.play(player, action)
        for outcome in match.record()["log"][-1].get("chance", []):
            row = [value for value, count in left.items() for _ in range(count)]
            assert outcome == str(row[by_hand("open", number, len(row))])
            left[int(outcome)] -= 1
            number += 1
    assert number == 20


@rule("KN-35")
def test_without_a_seed_nobody_can_guess_it() -> None:
    seeds = {tutti.Match.new("symphonimo", players=2).seed for _ in range(50)}
    assert len(seeds) == 50
    assert min(len(seed) for seed in seeds) >= 32
    assert tutti.Match.new("etude", seed=7).seed == "7"


# -- perspectives ------------------------------------------------------------------------------


@rule("KN-38")
@every_table()
def test_a_perspective_has_no_road_to_the_state(game: str, players: int) -> None:
    match = tutti.Match.new(game, players=players, seed=1)
    perspective = match.perspective(0)
    names = [name for name in dir(perspective) if not name.startswith("_")]
    assert names == ["alike", "distinct", "dump", "game", "legal", "likely", "player", "prompt", "sample", "view"]
    assert not hasattr(perspective, "__dict__")
    assert perspective.game is match.game
    if match.game.secrets:  # what is the same in the true state may differ in another that fits
        assert perspective.distinct() == perspective.legal()
    before = match.dump()
    worlds: list[Any] = [perspective.sample(tutti.Dice(1)), perspective.likely(tutti.Dice(1))]
    for world in worlds:
        assert world is not match.state
        match.game.rollout(world, tutti.Dice(2))
    assert match.dump() == before
    seen = perspective.view()
    seen.clear()
    assert perspective.view() == match.game.view(match.state, 0)


@rule("KN-38")
def test_a_perspective_has_no_prompt_for_another() -> None:
    match = tutti.Match.new("etude", players=2, seed=1, options={"first_player": 0})
    for player, action in ((0, "ready"), (1, "ready"), (0, "study")):
        match.play(player, action)
    asked = match.perspective(0).prompt()
    assert asked is not None
    assert asked.args["card"] in "cdefg"
    assert match.perspective(1).prompt() is None
    assert match.perspective(1).legal() == ()


@rule("KN-38")
@every_table()
def test_every_bot_decides_legally_by_its_dice_alone(game: str, players: int) -> None:
    for name in tutti.bots():
        bot = tutti.bot(name).at(tutti.Budget(iterations=3))
        match = tutti.Match.new(game, players=players, seed=1)
        for number in range(25):
            if not match.active:
                break
            perspective = match.perspective(match.active[-1])
            before = match.dump()
            choice = bot.decide(perspective, tutti.Dice(number))
            assert choice == bot.decide(perspective, tutti.Dice(number))
            assert match.dump() == before
            match.play(perspective.player, match.game.actions[choice])


# -- odd input ---------------------------------------------------------------------------------

WORDS: list[Any] = [None, 0, 6, True, 1.5, "", " ", "readyy", "offer", "\0", "?", b"ready", [], {}, "x" * 9999]
PEOPLE: list[Any] = [-2, -1, 4, 99, True, False, None, "0", 0.0, (), 10**30]


@rule("KN-39")
@pytest.mark.parametrize("player", PEOPLE)
def test_players_out_of_range_are_refused(player: Any) -> None:
    match = tutti.Match.new("etude", players=4, seed=1)
    before = match.record()
    calls: list[Callable[[Any], object]] = [match.legal, match.prompt, match.perspective, match.undo_refusal]
    if player not in (-1, None):  # a spectator may look, but not act
        calls += [match.view, match.events, match.record, match.dump]
    calls.append(match.undo)
    calls.append(lambda who: match.play(who, "ready"))
    for call in calls:
        with pytest.raises(tutti.IllegalAction) as caught:
            call(player)
        assert caught.value.code == "no_such_player"
    refusal = match.why_not(player, "ready")
    assert refusal is not None
    assert refusal.code == "no_such_player"
    assert match.record() == before


@rule("KN-39")
@pytest.mark.parametrize("action", WORDS)
def test_odd_actions_are_refused(action: Any) -> None:
    match = tutti.Match.new("etude", players=2, seed=1)
    before = match.record()
    with pytest.raises(tutti.IllegalAction) as caught:
        match.play(0, action)
    assert caught.value.code == "unknown_action"
    assert caught.value.arguments["legal"] == list(match.legal(0))
    refusal = match.why_not(0, action)
    assert refusal is not None
    assert refusal.code == "unknown_action"
    assert match.record() == before


@rule("KN-39")
def test_case_and_spaces_do_not_matter() -> None:
    match = tutti.Match.new("etude", players=2, seed=1)
    match.play(0, "  OFFER   1 ")
    assert match.record()["log"][0]["action"] == "offer 1"


@rule("KN-02")
def test_rules_that_break_leave_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tutti.Match.new("etude", players=2, seed=1)
    before: Fields = match.record()
    offer = GAME.steps[OFFER]

    def broken(s: Any, f: Any, player: int, a: int, host: Host) -> None:
        s.offers[player].append(5)
        raise RuntimeError("half way")

    monkeypatch.setattr(offer, "apply", broken)
    with pytest.raises(RuntimeError):
        match.play(0, "ready")
    monkeypatch.undo()
    assert match.record() == before
    assert match.view(0)["offered"] == []


def test_prepared_options_are_for_as_many_players_as_they_say() -> None:
    game = tutti.game("symphonimo")
    options = tutti.prepare(game, 3, {})
    assert tutti.Match.new(game, seed=1, options=options).players == 3
    assert tutti.Match.new(game, 3, 1, options).players == 3
    with pytest.raises(tutti.BadOption) as caught:
        tutti.Match.new(game, 4, 1, options)
    assert caught.value.code == "bad_players"


# -- what is not asked, and what things say of themselves ----------------------------------------


@rule("KN-39")
def test_where_nothing_is_legal_an_unknown_action_is_told_why_nothing_is() -> None:
    match = tutti.Match.new("etude", players=2, seed=1, options={"first_player": 0})
    for player in (0, 1):
        match.play(player, "ready")
    assert match.active == (0,)
    assert match.why_not(1, "flap") == tutti.Refusal("not_your_turn", args={"active": [0]})
    dice = tutti.Dice(1)
    while match.active:
        choices = match.legal(match.active[0])
        match.play(match.active[0], choices[dice.below(len(choices))])
    assert match.why_not(0, "flap") == tutti.Refusal("match_over")


@rule("KN-32")
def test_none_is_a_spectator_and_no_seat_the_whole_truth() -> None:
    match = tutti.Match.new("etude", players=2, seed=1)
    match.play(0, "offer 1")
    for write in (match.record, match.dump):
        assert write(None) == write(tutti.WATCHER) != write()
        assert "?" in str(write(None))
        assert "?" not in str(write())
    assert "seed" not in match.record(None)
    assert match.record()["seed"] == match.seed


def test_a_game_may_be_named_to_prepare_its_options() -> None:
    assert tutti.prepare("etude", 2, {"hand": 4}) == tutti.prepare(GAME, 2, {"hand": 4})
    with pytest.raises(tutti.UnknownName):
        tutti.prepare("chess", 2, {})


class Wrong(tutti.Bot):
    """Answers whatever it was made with."""

    name = "wrong"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, perspective: tutti.Perspective, dice: tutti.Dice) -> int:
        return self.answer  # type: ignore[no-any-return]  # that is the point


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (999, "999"),
        (-1, "-1"),
        (0.7, "0.7"),
        (None, "None"),
        (False, "False"),
        ("draw", "'draw'"),
        (1, "1 (place 1)"),
    ],
)
def test_a_bot_with_a_bad_answer_is_named_with_it(answer: Any, said: str) -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=1, options={"first_player": 0})
    with pytest.raises(tutti.BadAnswer) as caught:
        decided(Wrong(answer), match.perspective(0), tutti.Dice(1))
    assert caught.value.arguments == {"bot": "wrong", "found": said, "legal": ["0 (draw)"]}
    assert str(caught.value) == f"The bot wrong answered {said}, which is not a legal action. Legal: 0 (draw)."


@pytest.mark.parametrize("name", ["etude", "symphonimo", "symphony", "orchestra"])
def test_things_say_what_they_are(name: str) -> None:
    match = tutti.Match.new(name, players=2, seed=1)
    asked, step = match.active, match.game.prompt(match.state, match.active[0]).step
    assert repr(match) == f"<Match of {name}: 2 players, 0 moves, {step} asks {asked}>"
    assert repr(match.state).startswith(f"<State of {name}: ")
    assert f"asks {asked}" in repr(match.state)
    assert repr(match.game) == f"<Game {name}, pack {match.game.pack}>"
    assert repr(match.perspective(1)) == f"<Perspective of player 1 in {name}>"
    assert repr(tutti.Match(match.game, match.options, Fair("1"))).endswith("0 moves, not set up>")
    dice = tutti.Dice(1)
    while match.active:
        choices = match.legal(match.active[0])
        match.play(match.active[0], choices[dice.below(len(choices))])
    assert match.result is not None
    assert repr(match) == f"<Match of {name}: 2 players, {len(match.log)} moves, over, points {match.result.points}>"
    assert repr(match.state) == f"<State of {name}: over>"


def test_bots_say_their_name_and_their_budget() -> None:
    assert repr(tutti.bot("greedy")) == "<Bot greedy>"
    assert repr(tutti.bot("maestro").at(tutti.Budget(7, 0.5))) == "<Bot maestro: 7 iterations, 0.5 seconds>"
    assert repr(tutti.bot("maestro").at(tutti.Budget(seconds=2.0))) == "<Bot maestro: 2.0 seconds>"
    assert repr(tutti.Bot()) == "<Bot Bot>"
