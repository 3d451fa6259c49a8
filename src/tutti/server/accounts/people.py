"""People: those who were here lately are cached, the rest are in the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, NoReturn

from tutti.kernel.types import Fields
from tutti.server.accounts import identity
from tutti.server.accounts.confusables import look
from tutti.server.messages.errors import Refused
from tutti.server.rooms.room import Now
from tutti.server.store import Conflict, Store
from tutti.server.store.rows import Person

KEPT = 20_000
SEEN_EVERY = 24 * 3600 * 1000
TRIES = 20
"""So often whoever proved who they are begins anew because something else of them was written meanwhile."""


class People:
    """Everybody with a cookie. Whoever has done nothing yet has no row: crawlers leave no trace."""

    def __init__(self, store: Store, now: Now) -> None:
        self.store = store
        self.now = now
        self._secret: bytes
        self._kept: OrderedDict[str, Person] = OrderedDict()
        self._mutes: OrderedDict[str, set[str]] = OrderedDict()
        self._ended: OrderedDict[str, set[str]] = OrderedDict()
        """Sessions of people with a passphrase that are over."""

    def open(self, secret: bytes) -> None:
        """Cookies are signed with this secret of the store; none can be read or given before."""
        self._secret = secret

    async def by_cookie(self, cookie: str) -> tuple[Person, str] | None:
        """Whoever this cookie belongs to, and its session; None if it is not ours or no longer worth anything."""
        found = identity.verify(self._secret, cookie)
        if found is None or identity.too_old(found.session, self.now()):
            return None
        person = await self.get(found.id)
        if person.epoch != found.epoch or await self.ended(person, found.session):
            return None
        return person, found.session

    def cookie(self, person: Person) -> str:
        """A cookie for one more device."""
        return identity.sign(self._secret, person.id, person.epoch, identity.new_session(self.now()))

    def known_device(self, cookie: str, person: Person) -> str:
        """The name of the device, if this person was signed in on it; else nothing."""
        return identity.known_device(self._secret, cookie, person.id)

    def remember_device(self, cookie: str, person: Person) -> str:
        """The cookie of a device on which this person is signed in."""
        return identity.remember_device(self._secret, cookie, person.id)

    def stranger(self) -> Person:
        return identity.guest(identity.new_id(), self.now())

    async def get(self, id: str) -> Person:
        person = self._kept.get(id)
        if person is None:
            found = await self.store.person(id) or identity.guest(id, self.now())
            person = self._kept.get(id)  # whoever was quicker may have read something newer
            if person is None:
                person = found
                self._keep(person)
        return person

    def _keep(self, person: Person) -> None:
        before = self._kept.get(person.id)
        if before is not None and before.epoch > person.epoch:
            return  # read before somebody else's change, and answered after it
        if before is not None and before.epoch < person.epoch:
            self._ended.pop(person.id, None)  # all cookies until now are worth nothing anyway
        self._kept[person.id] = person
        self._kept.move_to_end(person.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def note(self, person: Person) -> Person:
        """The person does something: from now on there is a row, and the name is not one that another protects."""
        seen = max(self.now(), person.created + 1)
        if person.key is None and await self.taken(person.name):
            return await self._change(person, name=identity.guest(person.id, 0).name, seen=seen)
        if person.seen == person.created or self.now() - person.seen > SEEN_EVERY:
            return await self._change(person, seen=seen)
        return person

    async def rename(self, person: Person, text: str) -> Person:
        name = identity.clean_name(text)
        if person.key is not None:
            # Of names that looked alike before that was forbidden, all but one have no look of their own.
            shape = person.look if look(name) == look(person.name) else look(name)
            return await self._change(person, name=name, key=identity.name_key(name), look=shape)
        if await self.taken(name):
            raise Refused("name_taken", 409, name=name)
        return await self._change(person, name=name)

    async def check_guests(self, host: Person, *names: str) -> None:
        """Others at one's screen must not be taken for somebody who protects their name, either."""
        for name in names:
            if name and identity.name_key(name) != host.key and await self.taken(name):
                raise Refused("name_taken", 409, name=name[: identity.LONGEST_NAME])

    async def taken(self, name: str) -> bool:
        """Whether somebody protects the name, or one that can be taken for it."""
        return await self.store.taken(identity.name_key(name), look(name))

    async def protect(self, person: Person, passphrase: str, old: str | None) -> tuple[Person, str]:
        """Set or change the passphrase, and the code for the day when it is forgotten. All other devices are signed
        out.

        Whoever knows the old one is not stopped by others who sign devices out meanwhile."""
        identity.check_passphrase(passphrase)
        if person.passphrase is None:
            known: Fields = {"epoch": person.epoch, "passphrase": None}
            await self._add(person)
        else:
            await self._check(person, old)
            known = {"passphrase": person.passphrase}
        return await self._protected(person.id, passphrase, known) or self._too_late()

    async def _protected(self, id: str, passphrase: str, known: Fields) -> tuple[Person, str] | None:
        """The new passphrase takes the place of what was proved (``known``); None if that does not hold any more."""
        hashed = await asyncio.to_thread(identity.hash_passphrase, passphrase)
        code, recovery = await self._code()
        for _ in range(TRIES):
            person = await self.store.person(id)
            if person is None or any(getattr(person, name) != value for name, value in known.items()):
                return None
            changes: Fields = {"passphrase": hashed, "recovery": recovery, "epoch": person.epoch + 1}
            if person.key is None:
                changes |= {"key": identity.name_key(person.name), "look": look(person.name)}
            if await self._written(person, changes, {**known, "epoch": person.epoch, "name": person.name}):
                return _changed(person, **changes), code
        return None

    async def _check(self, person: Person, passphrase: str | None) -> None:
        stored = person.passphrase
        if passphrase is None or not await asyncio.to_thread(identity.right_passphrase, passphrase, stored):
            raise Refused("wrong_passphrase", 403)

    async def _code(self) -> tuple[str, str]:
        """A new code for the way back, and what is kept of it."""
        code = identity.new_recovery()
        return code, await asyncio.to_thread(identity.hash_passphrase, identity.plain_recovery(code))

    async def new_code(self, person: Person, passphrase: str) -> str:
        """Another code for the way back; the one before is worth nothing any more."""
        if person.passphrase is None:
            raise Refused("no_passphrase", 409)
        await self._check(person, passphrase)
        code, recovery = await self._code()
        known = {"epoch": person.epoch, "passphrase": person.passphrase}
        if not await self._written(person, {"recovery": recovery}, known):
            self._too_late()
        return code

    async def recover(self, name: str, code: str, passphrase: str) -> tuple[Person, str]:
        """Whoever protects this name and has the code gets a new passphrase and a new code. A code is good once."""
        identity.check_passphrase(passphrase)
        person = await self.store.protected(identity.name_key(name))
        stored = person.recovery if person else None
        right = await asyncio.to_thread(identity.right_passphrase, identity.plain_recovery(code), stored)
        done = await self._protected(person.id, passphrase, {"recovery": stored}) if right and person else None
        if done is None:  # wrong, or somebody else was quicker
            raise Refused("wrong_code", 403)
        return done

    async def renew(self, person: Person) -> Person:
        """All cookies until now are worth nothing any more; this device gets a new one."""
        return await self._change(person, epoch=person.epoch + 1)

    async def sign_in(self, name: str, passphrase: str) -> Person:
        """The person who protects this name."""
        person = await self.store.protected(identity.name_key(name))
        stored = person.passphrase if person else None
        right = await asyncio.to_thread(identity.right_passphrase, passphrase, stored)
        # Read again: while it was tried, it may have been changed, and whoever knows the old one gets no new cookie.
        person = await self.store.person(person.id) if right and person else None
        if person is None or person.passphrase != stored:
            raise Refused("wrong_passphrase", 403)
        self._keep(person)
        return person

    async def ended(self, person: Person, session: str) -> bool:
        """Whether the session was signed out. Without a passphrase nobody could be."""
        if person.passphrase is None:
            return False
        found = self._ended.get(person.id)
        if found is None:
            found = self._end(person.id, await self.store.ended_sessions(person.id))
        return session in found

    async def end(self, person: Person, session: str) -> None:
        """Sign this device out: its cookie is worth nothing from now on, here and in all other processes."""
        await self.store.end_session(person.id, session, self.now())
        self._end(person.id, await self.store.ended_sessions(person.id))
        await self.store.tell("person", person.id)

    def _end(self, id: str, sessions: list[str]) -> set[str]:
        """Sessions only ever end, so what was read earlier and arrives later does no harm."""
        found, now = self._ended.setdefault(id, set()), self.now()
        found.update(sessions)
        found.difference_update([session for session in found if identity.too_old(session, now)])
        while len(self._ended) > KEPT:
            self._ended.popitem(last=False)
        return found

    def forget(self, id: str) -> None:
        """Read this person anew the next time."""
        self._kept.pop(id, None)
        self._mutes.pop(id, None)
        self._ended.pop(id, None)

    def forget_all(self) -> None:
        self._kept.clear()
        self._mutes.clear()
        self._ended.clear()

    async def read_again(self, id: str) -> Person:
        """Another process has changed something. The set of the muted lives on."""
        if id in self._mutes:
            mutes, now = self._mutes[id], set(await self.store.mutes(id))
            mutes -= mutes - now
            mutes |= now
        self._end(id, await self.store.ended_sessions(id))
        person = await self.store.person(id)
        if person is None:
            self._kept.pop(id, None)
            return identity.guest(id, self.now())
        self._keep(person)
        return person

    # -- writing -------------------------------------------------------------------------------

    async def _add(self, person: Person) -> None:
        """Whoever does something for the first time gets a row."""
        if person.seen == person.created:
            known = _changed(person, seen=person.created + 1)
            await self.store.add_person(known)
            if self._kept.get(person.id, person).seen == person.created:
                self._keep(known)

    async def _change(self, person: Person, **changes: Any) -> Person:
        """Write these columns, unless the cookie that it was asked with has lost its worth meanwhile."""
        await self._add(person)
        if not await self._written(person, changes, {"epoch": person.epoch}):
            await self.read_again(person.id)
            self._too_late()
        return _changed(person, **changes)

    async def _written(self, person: Person, changes: Fields, known: Fields) -> bool:
        """Whether the columns were written, and everybody told; not if what was known no longer holds."""
        try:
            done = await self.store.change_person(person.id, changes, known)
        except Conflict:
            raise Refused("name_taken", 409, name=changes.get("name", person.name)) from None
        if done:
            self._keep(_changed(self._kept.get(person.id, person), **changes))
            await self.store.tell("person", person.id)
        return done

    @staticmethod
    def _too_late() -> NoReturn:
        raise Refused("changed_meanwhile", 409)

    # -- who hears whom ------------------------------------------------------------------------

    async def mutes(self, person: str) -> set[str]:
        """Whom the person does not want to hear. The set lives on: it changes when the person's mind does."""
        found = self._mutes.get(person)
        if found is None:
            found = self._mutes.setdefault(person, set(await self.store.mutes(person)))
            while len(self._mutes) > KEPT:
                self._mutes.popitem(last=False)
        return found

    async def mute(self, person: Person, other: str, on: bool) -> None:
        await self.store.set_mute(person.id, other, on)
        mutes = await self.mutes(person.id)
        if on:
            mutes.add(other)
        else:
            mutes.discard(other)
        await self.store.tell("person", person.id)


def _changed(person: Person, **values: object) -> Person:
    """A copy: whoever still works with the old one is not surprised."""
    fields = {name: getattr(person, name) for name in person.__struct_fields__}
    return Person(**{**fields, **values})
