"""Administration, behind an admin's key: reports, measures, tables, limits, health, and the audit log."""

from __future__ import annotations

import os
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, delete, get, patch, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from tutti.server.accounts.identity import DAY
from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Refused
from tutti.server.metrics import LoopLag, Metrics, open_files
from tutti.server.middleware import address
from tutti.server.moderation import actions
from tutti.server.moderation.actions import LONGEST_REASON, Wish
from tutti.server.moderation.policy import Policy, SwitchChange, Switches
from tutti.server.rate_limits import Limits
from tutti.server.routes import FAULTS, Asking, Part
from tutti.server.routes.health import REPORT, Reporting, StatusInfo
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings, limits
from tutti.server.store import Store, codec
from tutti.server.store.moderation import Measure, Owner

MOST = 100
BEARER = "Bearer "
Id = Annotated[str, PathParameter(max_length=64)]


class AdminInfo(Wire):
    """How the server is, for its admins."""

    owner: str
    status: StatusInfo
    counts: dict[str, int]
    switches: Switches
    limits: dict[str, Any]
    """The settings that limit somebody, as they are now."""
    slowed: int
    """Requests refused because they came too fast, since the start."""
    cut: dict[str, int]
    failed_writes: int
    lag: float
    """Seconds by which the loop is late."""
    files: int
    """Open descriptors; -1 where nobody can tell."""
    process: int


class ReportInfo(Wire):
    """A line that was reported, and has not been dealt with."""

    table: str
    line: int
    at: int
    name: str
    text: str
    gone: bool
    """Whoever said it has deleted their data."""
    reasons: list[str]
    muted: bool
    banned: bool


class MeasureInfo(Wire):
    id: str
    kind: Literal["mute", "ban", "range", "close"]
    target: str
    name: str
    reason: str
    at: int
    until: int
    over: bool


class ActInfo(Wire):
    """One line of the audit log."""

    at: int
    owner: str
    act: str
    target: str
    name: str
    reason: str


class AdminTable(Wire):
    id: str
    game: str
    state: str
    public: bool
    names: list[str]
    created: int
    updated: int


class Because(Wire):
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)] = ""


async def provide_owner(request: Asking, store: Part[Store], clock: Part[ServerClock], limits: Part[Limits]) -> Owner:
    """Whoever has a key. Wrong ones are counted by address."""
    given = request.headers.get("authorization", "")
    found = await actions.owner_of(store, given.removeprefix(BEARER)) if given.startswith(BEARER) else None
    if found is None:
        limits.check(limits.guesses, f"house {address(request.scope)}")
        raise Refused("not_owner", 403)
    if clock() - found.used > DAY:
        await store.owner_used(found.name, clock())
    return found


Admin = NamedDependency[Owner]
WITH_OWNER = {"owner": Provide(provide_owner), **REPORT}


def _shown(measure: Measure, now: int) -> MeasureInfo:
    m = measure
    over = bool(m.until) and m.until <= now
    return MeasureInfo(
        id=m.id, kind=m.kind, target=m.target, name=m.name, reason=m.reason, at=m.at, until=m.until, over=over
    )


class AdminController(Controller):
    path = "/api/house"
    tags = ("admin",)
    dependencies = WITH_OWNER

    @get("/", responses=FAULTS, operation_id="house")
    async def overview(
        self,
        report: Reporting,
        store: Part[Store],
        settings: Part[Settings],
        policy: Part[Policy],
        metrics: Part[Metrics],
        lag: Part[LoopLag],
        owner: Admin,
    ) -> AdminInfo:
        """Health, numbers and limits."""
        return AdminInfo(
            owner=owner.name,
            status=await report.status(),
            counts=await store.counts(),
            switches=policy.switches,
            limits=limits(settings),
            slowed=metrics.slowed.values[""],
            cut={why: count for why, count in metrics.cut.values.items() if count},
            failed_writes=metrics.failed_writes.values[""],
            lag=round(lag.now(), 4),
            files=open_files(),
            process=os.getpid(),
        )

    @patch("/switches", responses=FAULTS, operation_id="setSwitches")
    async def switch(
        self,
        store: Part[Store],
        clock: Part[ServerClock],
        policy: Part[Policy],
        owner: Admin,
        data: JSONBody[SwitchChange],
    ) -> Switches:
        """Shut something for a while, or open it again. What is not named stays as it is."""
        changes = {name: on for name, on in msgspec.structs.asdict(data).items() if on is not None}
        told = ", ".join(f"{name} {'open' if on else 'shut'}" for name, on in changes.items())
        await store.set_switches(changes, actions.act(owner.name, "switches", told, "", clock()))
        await store.tell("house", "")
        await policy.refresh()
        return policy.switches

    @get("/reports", responses=FAULTS, operation_id="houseReports")
    async def reports(self, store: Part[Store], policy: Part[Policy], owner: Admin) -> list[ReportInfo]:
        """What was reported and not dealt with, the latest first."""
        waiting = await store.open_reports(MOST)
        found: dict[tuple[str, int], ReportInfo] = {}
        for report, line in await store.reports(10 * MOST):
            key = (report.table, report.no)
            if key not in waiting:
                continue
            if key not in found:
                who = line.person if line is not None and line.person else ""
                found[key] = ReportInfo(
                    table=report.table,
                    line=report.no,
                    at=report.at,
                    name=line.name if line else "",
                    text=line.text if line else "",
                    gone=line is None,
                    reasons=[],
                    muted=policy.measure_of(who, "mute") is not None,
                    banned=policy.measure_of(who, "ban") is not None,
                )
            if report.reason:
                found[key].reasons.append(report.reason)
        return list(found.values())

    @post("/reports/{table:str}/{line:int}/settle", status_code=204, responses=FAULTS, operation_id="settleReport")
    async def settle(
        self,
        store: Part[Store],
        clock: Part[ServerClock],
        owner: Admin,
        table: Id,
        line: Annotated[int, PathParameter(ge=0)],
        data: JSONBody[Because],
    ) -> None:
        """It has been dealt with."""
        await actions.settle(store, table, line, owner.name, data.reason, clock())

    @get("/measures", responses=FAULTS, operation_id="houseMeasures")
    async def measures(self, store: Part[Store], clock: Part[ServerClock], owner: Admin) -> list[MeasureInfo]:
        """Who is silent or out, and which ranges are."""
        return [_shown(one, clock()) for one in await store.measures() if one.kind != "close"]

    @post("/measures", responses=FAULTS, operation_id="takeMeasure")
    async def take(
        self, store: Part[Store], clock: Part[ServerClock], policy: Part[Policy], owner: Admin, data: JSONBody[Wish]
    ) -> MeasureInfo:
        """Silence somebody, shut somebody or a range out, close a table. It counts at once."""
        measure = await actions.take(store, data, owner.name, clock())
        await policy.refresh()
        return _shown(measure, clock())

    @delete("/measures/{id:str}", status_code=204, responses=FAULTS, operation_id="liftMeasure")
    async def lift(
        self, store: Part[Store], clock: Part[ServerClock], policy: Part[Policy], owner: Admin, id: Id
    ) -> None:
        """It counts no longer."""
        await actions.lift(store, id, owner.name, "", clock())
        await policy.refresh()

    @get("/tables", responses=FAULTS, operation_id="houseTables")
    async def tables(
        self, store: Part[Store], owner: Admin, show: FromQuery[Literal["waiting", "running"]] = "running"
    ) -> list[AdminTable]:
        """The tables that wait or run, public or not, the latest change first."""
        found = [codec.table_of(body) for body in await store.latest_tables(show, MOST)]
        return [
            AdminTable(
                id=table.id, game=table.game, state=table.state, public=table.public, names=codec.names_of(table),
                created=table.created, updated=table.updated,
            )
            for table in found
            if table is not None
        ]  # fmt: skip

    @get("/audit", responses=FAULTS, operation_id="houseAudit")
    async def audit(
        self, store: Part[Store], owner: Admin, before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None
    ) -> list[ActInfo]:
        """Who decided what, the latest first."""
        return [
            ActInfo(at=one.at, owner=one.owner, act=one.act, target=one.target, name=one.name, reason=one.reason)
            for one in await store.acts(MOST, before)
        ]
