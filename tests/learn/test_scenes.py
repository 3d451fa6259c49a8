"""Every scene can be played to its goal, refuses its traps, and has its sentences in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tutti import learn, words
from tutti.kernel import library
from tutti.kernel.errors import BadPosition, IllegalAction, UnknownName
from tutti.learn import Amiss, Lesson, Scene, Step
from tutti.learn.lesson import NAMES
from tutti.learn.scene import fits, read

SCENES = [scene for game in learn.games() for scene in learn.scenes(game)]
ALL = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.game}-{scene.name}")
FEWEST = {"symphonimo": 6, "symphony": 14, "orchestra": 12}
"""How many scenes a game has at least."""


def along(scene: Scene) -> Iterator[tuple[Lesson, Step, str]]:
    """The lesson before each move of its answers, with the step and the move."""
    lesson = Lesson(scene)
    for number, step in enumerate(scene.steps):
        for move in step.answer:
            assert lesson.at == number, f"{step.say} is done before its last answer"
            yield lesson, step, move
            lesson.play(move)
        assert not lesson.missed, step.say
        assert lesson.at == number + 1, f"the answers of {step.say} do not lead to its end"
    assert lesson.done


@ALL
def test_its_answers_lead_to_its_goal(scene: Scene) -> None:
    moves = [move for _, _, move in along(scene)]
    assert 2 <= len(moves) <= 12
    again = Lesson.after(scene, moves)  # the same moves, the same lesson: nothing else decides it
    assert again.done
    assert again.match.view(scene.seat) == Lesson.after(scene, moves).match.view(scene.seat)


@ALL
def test_a_trap_is_answered_with_its_reason_and_changes_nothing(scene: Scene) -> None:
    caught: set[tuple[str, str]] = set()
    for lesson, step, move in along(scene):
        before = lesson.match.dump(), list(lesson.moves), lesson.at
        legal = lesson.match.legal(scene.seat)
        assert not any(trap.catches(move) for trap in step.traps), f"{move} is the answer and a trap"
        for trap in step.traps:
            for action in [one for one in lesson.match.game.actions if fits(one, trap.move)]:
                if trap.say and action in legal:
                    with pytest.raises(Amiss) as amiss:
                        lesson.play(action)
                    caught.add((step.say, f"lesson.{amiss.value.code}"))
                else:  # the rules themselves say why
                    assert action not in legal, f"{step.say}: {action} is legal, so its trap needs a sentence"
                    with pytest.raises(IllegalAction):
                        lesson.play(action)
        assert (lesson.match.dump(), list(lesson.moves), lesson.at) == before
    wanted = {(step.say, scene.code(trap.say)) for step in scene.steps for trap in step.traps if trap.say}
    assert caught == wanted, "a trap that no move falls into"


@ALL
def test_whatever_else_is_legal_is_played_or_answered(scene: Scene) -> None:
    for lesson, step, _ in along(scene):
        for action in lesson.match.legal(scene.seat):
            other, why = Lesson.after(scene, lesson.moves), None
            try:
                other.play(action)
            except Amiss as amiss:
                why = amiss
            # Whoever took another way than the answer is still asked something, or is told to go back.
            goes_on = other.done or other.missed or scene.seat in other.match.active
            assert words.find(why.game, f"lesson.{why.code}") if why else goes_on, f"{step.say}: {action}"


@pytest.mark.parametrize("lang", words.languages())
@pytest.mark.parametrize("game", learn.games())
def test_every_sentence_is_there_and_none_is_left_over(game: str, lang: str) -> None:
    codes = {code for scene in learn.scenes(game) for code in scene.codes()}
    assert set(words.catalogue(f"{learn.WORDS}{game}", lang)) == codes | {"title"}


@pytest.mark.parametrize("game", learn.games())
def test_a_game_has_enough_of_them_and_each_its_name(game: str) -> None:
    names = [scene.name for scene in learn.scenes(game)]
    assert len(set(names)) == len(names) >= FEWEST.get(game, 1)
    assert game in library.games()


def test_a_lesson_that_is_done_takes_no_move() -> None:
    scene = SCENES[0]
    moves = [move for _, _, move in along(scene)]
    with pytest.raises(Amiss, match="done"):
        Lesson.after(scene, [*moves, "draw"])


def test_a_goal_that_is_missed_leads_back() -> None:
    scene = learn.scene("symphonimo", "last")
    step = scene.steps[-1]
    bare = Scene(scene.game, scene.name, scene.seat, scene.seed, scene.position, (*scene.steps[:-1], untrapped(step)))
    lesson = Lesson.after(bare, ["draw", "place 1", "end"])
    assert lesson.missed
    assert lesson.said == "lesson.last.choice_missed"
    assert not lesson.hint
    with pytest.raises(Amiss, match="go back"):
        lesson.play("take 1")


def untrapped(step: Step) -> Step:
    return Step(step.say, step.moves, step.goal, step.answer, step.within, step.others, step.chance, ())


def test_the_learner_has_no_name_and_the_others_have() -> None:
    lesson = Lesson(SCENES[0])
    assert lesson.names == ["", *NAMES[1 : lesson.match.players]]


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnknownName, match="hand, quartet"):
        learn.begin("symphonimo", "nothing")
    assert learn.scenes("nothing") == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("players = 3\nstep = []\n[position]", "step"),
        ("players = 3\nstop = 1\nstep = []\n[position]", "top"),
        ("players = 3\n[position]\n[[step]]\nsay = 'a'", "step[0]"),
        ("players = 3\n[position]\n[[step]]\nsay = 'a'\nmoves = ['take *']", "step[0]"),
        ("players = 3\n[position]\n[[step]]\nsay = 'a'\ngoal = { wins = true }", "step[0].goal"),
    ],
)
def test_a_slip_in_a_scene_is_found_with_its_place(
    text: str, place: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("scene") / "01-slip.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadPosition) as fault:
        read(path, "symphonimo")
    assert fault.value.place == place
