"""Reads a pack into ``box.Box``, strictly: every fault says where it is and what would be right."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack import cards, seat_map
from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.pack.names import AREA_NAMES, LEVELS, SECTIONS
from tutti.games.orchestra.pack.tokens import TYPE, Rows
from tutti.kernel.native import i64, vec
from tutti.kernel.packs import Pack, provenance
from tutti.kernel.reading import Reader

TABLES = (
    "inventory", "start", "guard", "freelancers", "academy", "board", "orchestra", "column", "conductor",
    "audience", "pieces", "theater", "posters", "kinds", "scenario", "social", "final",
)  # fmt: skip
MARKED = ("mark", "src")
TYPES = tuple(TYPE)


def read(pack: Pack) -> Box:
    """The tables of a pack, or ``BadPack`` with the place of the first fault."""
    top = pack.top
    top.only(("game", "name", *TABLES))
    d = Box()
    d.name, d.hash = pack.name, pack.hash
    rows = Rows()
    _start(d, top)
    _academy(d, top, rows)
    _orchestra(d, top.at("orchestra"), rows)
    _column(d, top.at("column"), rows)
    _posters(d, top.at("posters"), rows)
    _conductor(d, top.at("conductor"))
    _audience(d, top)
    cards.read_cards(d, top, rows)
    cards.read_social(d, top.at("social"), rows)
    final = _table(top, "final", "coins_per_point")
    d.coins_per_point = final.at("coins_per_point").number(1, 255)
    _inventory(d, _table(top, "inventory", *top.at("inventory").fields()))
    _gains(d, rows)
    return d


def _table(top: Reader, key: str, *keys: str) -> Reader:
    """A table with its provenance and exactly these keys allowed."""
    reader = top.at(key)
    provenance(reader)
    reader.only((*MARKED, *keys))
    return reader


def _numbers(reader: Reader, length: int | None = None) -> bytes:
    return bytes(item.number(0, 255) for item in reader.items(length))


def _cost(reader: Reader) -> tuple[int, int]:
    reader.only(("m", "p"))
    return reader.at("m").number(0, 255), reader.at("p").number(0, 255)


def _costs(readers: list[Reader]) -> tuple[bytes, bytes]:
    costs = [_cost(reader) for reader in readers]
    return bytes(m for m, _ in costs), bytes(p for _, p in costs)


def _start(d: Box, top: Reader) -> None:
    start = _table(top, "start", "money", "prestige", "reserve", "row_size", "theater_cards_dealt")
    d.money = start.at("money").number(0, 255)
    d.prestige = start.at("prestige").number(0, 255)
    start.at("row_size").number(3, 3)
    start.at("theater_cards_dealt").number(2, 2)
    d.max_rounds = _table(top, "guard", "max_rounds").at("max_rounds").number(1, 255)
    hire = _table(top, "freelancers", "hire").at("hire")
    hire.only(TYPES[:3])
    d.hire_m, d.hire_p = _costs([hire.at(kind) for kind in TYPES[:3]])


def _academy(d: Box, top: Reader, rows: Rows) -> None:
    academy = _table(
        top, "academy", "orchestra_limit", "eyes_ignored", "completion_points", "column_steps", "exchange",
        "develop", "spaces", "social", "evolution", "virtuosos",
    )  # fmt: skip
    d.limit = _numbers(academy.at("orchestra_limit"), 4)
    d.eyes = _numbers(academy.at("eyes_ignored"), 4)
    d.completion = _numbers(academy.at("completion_points"))
    d.column_steps = bytes(academy.at("column_steps").at(kind).number(0, 9) for kind in TYPES)
    exchange = academy.at("exchange")
    d.exchange_max = exchange.at("max_given").number(0, 9)
    d.exchange_rate = exchange.at("rate").number(0, 9)
    given = [(m, p) for m in range(d.exchange_max + 1) for p in range(d.exchange_max + 1 - m)]
    d.exchange_m, d.exchange_p = bytes(m for m, _ in given), bytes(p for _, p in given)
    slots = academy.at("develop").items(3)
    d.develop_need = bytes(len(_any_slots(slot)) for slot in slots)
    d.develop_m, d.develop_p = _costs([slot.at("cost") for slot in slots])
    d.develop_virtuoso = bytes(_virtuoso(slot) for slot in slots)
    spaces = academy.at("spaces").items(6)
    for space, name in zip(spaces, ("E1", "E2", "E3", "X", "C", "M"), strict=True):
        provenance(space)
        space.at("id").one_of([name])
        space.only((*MARKED, "id", "need", "invited", "bonus"))
    d.space_need = bytes(
        TYPE[space.at("need").one_of(TYPES[:2])] if i < 3 else _any(space.at("need")) for i, space in enumerate(spaces)
    )
    d.space_row = bytes(rows.read(space.at("bonus")) if i < 3 else 0 for i, space in enumerate(spaces))
    social = _table(academy, "social", *TYPES)
    d.social_row = bytes(rows.read(social.at(kind).at("bonus")) for kind in TYPES)
    d.social_cards = bytes(social.at(kind).at("cards").number(0, 3) for kind in TYPES)
    _evolution(d, top, _table(academy, "evolution", "start_out", "P", "I"))
    bolt = _table(academy, "virtuosos", "bolt").at("bolt")
    bolt.only(("V1", "V2", "V3"))
    d.bolt_row = bytes(rows.read(bolt.at(v)) if bolt.get(v) else 0 for v in ("V1", "V2", "V3", "V4"))
    boards = top.at("board").items(4)
    for board, section in zip(boards, SECTIONS, strict=True):
        provenance(board)
        board.only((*MARKED, "id", "name", "printed", "completion_bonus"))
        board.at("printed").one_of([section])
    d.boards = tuple(board.at("id").text() for board in boards)
    d.board_names = tuple(board.at("name").text() for board in boards)
    d.printed = bytes(SECTIONS.index(board.at("printed").text()) for board in boards)
    d.completion_row = rows.join([rows.read(board.at("completion_bonus")) for board in boards])


def _any(reader: Reader) -> int:
    reader.one_of(["any"])
    return bx.ANY


def _any_slots(slot: Reader) -> list[Reader]:
    """OR-042: banner slots take any types."""
    provenance(slot)
    slot.only((*MARKED, "need", "cost", "virtuoso"))
    need = slot.at("need").items()
    if not 1 <= len(need) <= 3:
        slot.at("need").wrong("out_of_range", found=len(need), low=1, high=3)
    for one in need:
        _any(one)
    return need


def _virtuoso(slot: Reader) -> int:
    virtuoso = slot.get("virtuoso")
    return ("V2", "V4").index(virtuoso.one_of(("V2", "V4"))) * 2 + 2 if virtuoso else 0


def _evolution(d: Box, top: Reader, reader: Reader) -> None:
    out = [TYPE[column.one_of(TYPES[:3])] for column in reader.at("start_out").items(4)]
    d.grid = bytes(sum(1 << c for c in range(4) if out[c] != kind) for kind in range(3))
    m1, p1 = _costs(reader.at("P").items(4))
    m2, p2 = _costs(reader.at("I").items(4))
    d.evolve_m, d.evolve_p = m1 + m2, p1 + p2
    reserve = top.at("start").at("reserve")
    reserve.only(TYPES[:3])
    for kind in TYPES[:3]:
        given = reserve.get(kind)
        if (given.number() if given else 0) != out.count(TYPE[kind]):
            reserve.wrong("reserve_differs", rule="OR-016", type=kind, expected=out.count(TYPE[kind]))
    d.reserve = bytes([*(out.count(kind) for kind in range(3)), 0, 0, 0, 0])


def _orchestra(d: Box, reader: Reader, rows: Rows) -> None:
    provenance(reader)
    reader.only((*MARKED, "min_per_section_end", "control_points", "spots"))
    least = reader.at("min_per_section_end")
    d.min_section = bytes([0, 0, *(least.at(str(n)).number(1, 255) for n in (2, 3, 4))])
    d.control = _numbers(reader.at("control_points"), 4)
    spots = _table(reader, "spots", *SECTIONS)
    ids, section_of, shape_of, row_of = [], [], [], []
    for section, name in enumerate(SECTIONS):
        for spot in spots.at(name).items():
            provenance(spot)
            spot.only((*MARKED, "id", "part", "shape", "gain"))
            ids.append(spot.at("id").text())
            section_of.append(section)
            shape_of.append(TYPE[spot.at("shape").one_of(("I", "V"))])
            row_of.append(rows.read(spot.at("gain")))
    if len(ids) > bx.WORD or len(set(ids)) != len(ids):
        spots.wrong("out_of_range", found=len(set(ids)), low=1, high=bx.WORD)
    d.spots = tuple(ids)
    d.spot_section, d.spot_shape, d.spot_row = bytes(section_of), bytes(shape_of), bytes(row_of)
    d.allowed = vec[i64](
        [
            sum(1 << i for i in range(len(ids)) if taught >> section_of[i] & 1 and shape_of[i] == shape)
            for taught in range(16)
            for shape in (bx.INSTRUMENTALIST, bx.VIRTUOSO)
        ]
    )
    d.all_spots = (1 << len(ids)) - 1


def _column(d: Box, reader: Reader, rows: Rows) -> None:
    provenance(reader)
    reader.only((*MARKED, "poster_complete_points", "last_space_bonus_per_later_poster", "spaces"))
    d.poster_points = _numbers(reader.at("poster_complete_points"))
    d.last_bonus = reader.at("last_space_bonus_per_later_poster").number(0, 255)
    spaces = reader.at("spaces").items()
    gain, edge, edges = [0], [0], []
    for space in spaces:
        provenance(space)
        space.only((*MARKED, "gain", "ret", "edge"))
        gain.append(rows.read(space.at("gain")))
        mark = space.get("edge")
        edges += [mark.one_of(("a", "b", "c", "d", "V1"))] if mark else []
        edge.append(0 if mark is None else bx.EDGE_VIRTUOSO if mark.text() == "V1" else bx.EDGE_POSTER)
    if sorted(edges) != ["V1", "a", "b", "c", "d"] or [e for e in edges if e != "V1"] != ["a", "b", "c", "d"]:
        reader.at("spaces").wrong("edges_differ", rule="OR-091", found=edges)
    d.last = len(spaces)
    d.space_gain, d.edge = bytes(gain), bytes(edge)
    d.returns = bytes(n for n, space in enumerate(spaces, 1) if space.get("ret"))


def _posters(d: Box, reader: Reader, rows: Rows) -> None:
    ids = ("PO1", "PO2", "PO3", "PO4")
    reader.only(ids)
    now, one, two, pay = [], [], [], []
    always: dict[str, list[int]] = {"share_column": [0] * 4, "extra_money": [0] * 4, "seat_discount": [0] * 4}
    seats = [0] * 4
    for number, key in enumerate(ids):
        poster = reader.at(key)
        provenance(poster)
        poster.only((*MARKED, "name", "b", "c"))
        for part in (poster.at("b"), poster.at("c")):
            part.only(("when", "choice", "pay", "optional", "gain", "effect", "n", "seats"))
            kind, first, second, price = bx.NOTHING_NOW, 0, 0, 0
            if part.at("when").one_of(("now", "always")) == "always":
                effect = part.at("effect").one_of(always)
                amount = part.at("pay").at("p") if effect == "share_column" else part.at("n")
                always[effect][number] = amount.number(1, 255)
                if effect == "seat_discount":
                    seats[number] = part.at("seats").number(1, 255)
            elif part.get("choice"):
                first, second = (rows.read(row) for row in part.at("choice").items(2))
                kind = bx.CHOICE
            else:
                kind, first, price = bx.OFFER, rows.read(part.at("gain")), part.at("pay").at("p").number(0, 255)
            now.append(kind)
            one.append(first)
            two.append(second)
            pay.append(price)
    d.posters = ids
    d.poster_names = tuple(reader.at(key).at("name").text() for key in ids)
    d.poster_now, d.poster_one, d.poster_two, d.poster_pay = bytes(now), bytes(one), bytes(two), bytes(pay)
    d.share_column, d.extra_money = bytes(always["share_column"]), bytes(always["extra_money"])
    d.discount, d.discount_seats = bytes(always["seat_discount"]), bytes(seats)


def _conductor(d: Box, reader: Reader) -> None:
    provenance(reader)
    reader.only((*MARKED, "first_points", "later_points", "second_points_2p", "track"))
    d.first_points = reader.at("first_points").number(0, 255)
    d.later_points = reader.at("later_points").number(0, 255)
    d.second_points = reader.at("second_points_2p").number(0, 255)
    track = _table(reader, "track", "left_steps", "right_steps", "unlock")
    d.track = bytes(track.at(key).number(1, 99) for key in ("left_steps", "right_steps"))
    unlock = track.at("unlock")
    d.unlock = bytes(unlock.at(side).number(1, d.track[i]) for i, side in enumerate(("left", "right")))


def _audience(d: Box, top: Reader) -> None:
    audience = _table(top, "audience", "wcu_price", "wcu_points", "area_points", "area_d_halves", "prices", "map")
    prices = _table(audience, "prices", "per_seat").at("per_seat")
    d.price = bytes(prices.at(area).number(0, 63) for area in AREA_NAMES)
    d.wcu_price = audience.at("wcu_price").number(0, 255)
    chairs = seat_map.read_map(d, audience.at("map"))
    points = audience.at("wcu_points")
    d.wcu_points = bytes(points.at(str(k)).number(0, 255) if points.get(str(k)) else 0 for k in range(d.wcu_total + 1))
    area = audience.at("area_points")
    d.area_points = bytes([*(area.at(name).number(0, 255) for name in AREA_NAMES[:3]), 0])
    halves = audience.at("area_d_halves")
    steps = {int(k): reader.number(0, 255) for k, reader in halves.pairs() if k.isdecimal()}
    if 0 not in steps:
        halves.wrong("missing_key", key="0")
    d.d_halves = bytes(steps[max(k for k in steps if k <= placed)] for placed in range(d.wcu_total + 1))
    seat_map.read_pieces(d, top.at("pieces"), chairs)
    seat_map.read_theater(d, top.at("theater"))
    if len(d.theater) < 8:
        top.at("theater").at("cards").wrong("too_few_cards", rule="OR-023", found=len(d.theater), least=8)


def _inventory(d: Box, reader: Reader) -> None:
    """What the box says it holds must be what the tables hold."""
    found = {
        **{f"scenario_{level}": d.level_first[i + 1] - d.level_first[i] for i, level in enumerate(LEVELS)},
        "social_media_cards": sum(d.social_copies),
        "theater_cards": len(d.theater),
        "audience_pieces": 4 * sum(d.supply),
        "wcu_pieces": d.wcu_total,
        "academy_boards": len(d.boards),
    }
    for key, count in found.items():
        if reader.at(key).number() != count:
            reader.at(key).wrong("inventory_differs", found=count)
    pool = reader.at("freelancers")
    d.pool = bytes(pool.at(kind).number(0, 15) for kind in TYPES[:3])


def _gains(d: Box, rows: Rows) -> None:
    tokens = [token for row in rows.tokens for token in row]
    starts = [0]
    for row in rows.tokens:
        starts.append(starts[-1] + len(row))
    d.rows = tuple(rows.rows)
    d.gain_first = vec[i64](starts)
    d.gain_verb, d.gain_value = bytes(verb for verb, _ in tokens), bytes(value for _, value in tokens)
    d.offer_allows = bytes(offer.allows for offer in rows.offers)
    d.offer_mode = bytes(offer.mode for offer in rows.offers)
    d.offer_price = bytes(offer.price for offer in rows.offers)
    d.offer_count = bytes(offer.number for offer in rows.offers)
