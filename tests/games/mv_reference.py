"""The rules page read a second time, step by step and for the default options only.

It works on scenario files (section 11) and shares nothing with the package, so that the two check
each other.
"""

from __future__ import annotations

from typing import Any

MAFIA = {"thug", "thief", "godfather", "lawyer", "snitch"}
LONERS = {"femme_fatale", "psycho", "impostor"}
LEADERS = {"jailer", "priest", "detective", "judge", "sheriff"}


def side(role: str) -> str:
    if role in MAFIA:
        return "mafia"
    if role in LONERS:
        return "loner"
    return "yakuza" if role == "yakuza" else "civilian"


def winner(mode: str, roles: list[str]) -> str | None:
    """Section 8, on the roles of the active players."""
    m, c, y, lone = (sum(side(r) == s for r in roles) for s in ("mafia", "civilian", "yakuza", "loner"))
    if not roles:
        return "none"
    if mode == "yakuza":
        if len(roles) == 2 and m == 1 and y == 1:
            return "all_lose"
        if m == 0 and y == 0:
            return "civilians"
        if m == 0 and c <= y:
            return "yakuza"
        if y == 0 and c <= m:
            return "mafia"
        return None
    if mode == "loner" and len(roles) == 1 and lone == 1:
        return "loner"
    if m == 0:
        return "civilians"
    if m >= c:
        return "loner" if mode == "loner" and lone == 1 else "mafia"
    return None


def play(given: dict[str, Any]) -> dict[str, Any]:
    """What a scenario's input must come to."""
    role = dict(given["players"])
    holder = {r: name for name, r in role.items()}
    mode = given["mode"]
    active = [name for name in role if name not in given.get("dead", [])]
    prison = set(given.get("jailed", []))
    named = set(prison)
    silenced = hypnotised = None
    result: dict[str, Any] = {}

    if "night" in given:
        first = given["night"].get("first", False)
        actions = given["night"].get("actions", {})
        signals: list[str] = []
        stopped: set[str] = set()
        immune = slandered = nursed = guarded = None
        attacks: list[tuple[str, str]] = []
        shown: dict[str, str] = {}
        cancelled = False
        priest_wakes = caught = None

        def card(name: str) -> str:
            return "thug" if name == slandered else role[name]

        def awake(r: str) -> bool:
            """Whether the role is called and free to act; if called and not free, it is signalled."""
            name = holder.get(r)
            if name is None or name not in active:
                return False
            if name in stopped or name in prison:
                signals.append(name)
                return False
            return True

        def spared(victim: str) -> bool:
            if victim in (immune, nursed):
                return True
            return victim == guarded

        if awake("thief") and actions.get("thief"):
            stopped.add(actions["thief"])
        if awake("vixen") and actions.get("vixen"):
            immune = actions["vixen"]
            stopped.add(immune)
        if awake("snitch"):
            slandered = actions.get("snitch")
        if awake("nurse"):
            nursed = actions.get("nurse")
        if awake("bodyguard"):
            guarded = actions.get("bodyguard")
        if awake("hypnotist"):
            hypnotised = actions.get("hypnotist")
        if awake("godfather"):
            silenced = actions.get("godfather")
        if awake("lawyer") and actions.get("lawyer"):
            shown["lawyer"] = card(actions["lawyer"])

        for gang in ("mafia", "yakuza"):
            gang_members = [n for n in active if side(role[n]) == gang]
            free = [n for n in gang_members if n not in prison]
            pointers = free + [n for n in active if gang == "mafia" and role[n] == "impostor"]
            if first or not free:
                continue
            choice = actions.get(gang)
            if isinstance(choice, dict):
                hands = [choice[n] for n in pointers if choice.get(n)]
                choice = next((v for v in hands if 2 * hands.count(v) > len(pointers)), None)
            if len(gang_members) == 1 and gang_members[0] == immune:
                signals.append(immune)
                cancelled = cancelled or (gang == "mafia" and choice is not None)
            elif choice:
                attacks.append((gang, choice))

        for loner in ("femme_fatale", "psycho"):
            if awake(loner) and actions.get(loner) and not first:
                attacks.append((loner, actions[loner]))

        for leader in LEADERS & set(holder):
            me = holder[leader]
            if me in active and any(k == "mafia" and v == me for k, v in attacks) and not spared(me):
                stopped.add(me)
            if awake(leader) and actions.get("leader"):
                do, target = actions["leader"]["do"], actions["leader"]["target"]
                if do == "kill":
                    if not first:
                        attacks.append(("leader", target))
                    continue
                shown["leader"] = card(target)
                if leader == "priest":
                    priest_wakes = target
                if leader == "jailer" and side(role[target]) in ("mafia", "yakuza"):
                    caught = target

        if awake("journalist") and actions.get("journalist"):
            a, b = (side(role[name]) for name in actions["journalist"])
            shown["journalist"] = "nod" if a == b != "loner" else "shake"

        by_mafia: set[str] = set()
        others: set[str] = set()
        for source, victim in attacks:
            if victim == immune or (source == "femme_fatale" and role[victim] == "bystander"):
                continue
            if victim == nursed:
                continue
            if victim == guarded:
                guard = holder["bodyguard"]
                if guard not in (immune, nursed):
                    others.add(guard)
                continue
            (by_mafia if source == "mafia" else others).add(victim)
        others -= by_mafia
        died = by_mafia | others
        chosen = dict(attacks)
        same = chosen.get("mafia") == chosen.get("yakuza") and chosen.get("mafia") in by_mafia
        seats = list(role)
        active = [n for n in active if n not in died]
        if caught:
            prison.add(caught)
        freed = False
        if holder.get("jailer") in died:
            freed = any(n in active for n in named)
            prison = set()
        prison &= set(active)
        silenced = silenced if silenced in active else None
        hypnotised = hypnotised if hypnotised in active else None
        result["night"] = {
            "blocked": list(dict.fromkeys(signals)),
            "shown": shown,
            "deaths": [[n, "mafia"] for n in seats if n in by_mafia]
            + [[n, "other"] for n in seats if n in others],
            "jailed": [n for n in seats if n in prison],
            "silenced": silenced,
            "same_victim": same,
            "freed": freed,
            "priest_wakes": priest_wakes,
            "winner": winner(mode, [role[n] for n in active]),
        }
        if cancelled:
            result["night"]["mafia_kill_cancelled"] = True
        if result["night"]["winner"]:
            return result

    if "day" in given:
        suspects = given["day"]["suspects"]
        free_to_vote = [n for n in active if n not in prison and n != silenced]
        votes = {n: s for n, s in given["day"]["votes"].items() if n in free_to_vote}
        hypnosis = None
        hypnotist = holder.get("hypnotist")
        if hypnotised in free_to_vote and hypnotist in free_to_vote:
            votes.pop(hypnotised, None)
            hypnosis = [hypnotised, votes.get(hypnotist)]
            if hypnosis[1]:
                votes[hypnotised] = hypnosis[1]
        tally = {s: sum(1 + (role[n] == "judge") for n, v in votes.items() if v == s) for s in suspects}
        top = [s for s in suspects if tally[s] == max(tally.values())]
        gone = top[0] if len(top) == 1 else None
        active = [n for n in active if n != gone]
        result["day"] = {
            "tally": tally,
            "hypnosis": hypnosis,
            "eliminated": gone,
            "freed": gone is not None and role[gone] == "jailer" and bool(prison),
            "winner": winner(mode, [role[n] for n in active]),
        }
    return result
