import type { Call, Postal, RosterEntry, MapGroup } from '@tenfour/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useShownTheme } from '../../../ui/ThemeProvider.tsx'
import { isPlaced } from '../../../map/distance.ts'
import type { Backdrop } from '../../../map/engine/backdrop.ts'
import type { MapEngine } from '../../../map/engine/engine.ts'
import type { Look } from '../../../map/engine/looks.ts'
import { resolutionOf } from '../../../map/engine/world.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { locate } from '../../../map/island/locate.ts'
import { nearestPostal } from '../../../map/postals.queries.ts'
import { FIRST_ZOOM, useEngine } from '../../../map/use-engine.ts'
import { openNewCall, selectCall, selectUnit, useShownCallId, useShownUnitId } from '../../../panels/selection.ts'
import { boardActions, panicUserIds, useBoard, useMayDispatch, useOwnUnit } from '../../dispatch/board/board.port.ts'
import type { PositionsSource, PositionsPhase } from '../positions/positions.port.ts'
import { currentChoice, isSameChoice, unitChoice, type Chosen } from './map-state.ts'
import type { Found } from './find.ts'
import { choicesOf, type MapLink } from './map-link.ts'
import { createSignals } from './map-signals.ts'

const CLOSE_UP = 1.5
const NO_POSTALS: readonly Postal[] = []
const NOWHERE: MapLink = {}
type Awaited = { readonly unit: number | null; readonly call: number | null }
const NOBODY: Awaited = { unit: null, call: null }
const OUR_DRAWING: Backdrop = { kind: 'island' }

type Wanted = {
  readonly source: PositionsSource
  readonly link?: MapLink
  readonly backdrop?: Backdrop
  readonly postals?: readonly Postal[]
}

/** The state of the live map: the board, the positions, the selection and the actions. */
export function useLiveMap({ source, link = NOWHERE, backdrop = OUR_DRAWING, postals = NO_POSTALS }: Wanted) {
  const [signals] = useState(createSignals)
  const [choices, setChoices] = useState(() => choicesOf(link))
  const [lastChosen, setChosen] = useState<Chosen>(null)
  const [lastFollowed, setFollowed] = useState<Chosen>(null)
  /** Who the link wants to follow, until they are on the map. */
  const [awaited, setAwaited] = useState<Awaited>({ unit: link.unit ?? null, call: link.call ?? null })
  /** Counts jumps to another place, such as search results. */
  const leaps = useRef(0)
  const [isPlacing, setIsPlacing] = useState(false)
  /** The backdrop whose tiles failed to load. */
  const [failed, setFailed] = useState<Backdrop | null>(null)
  const hasFailed = failed === backdrop
  const calls = useBoard((state) => state.calls)
  const mayDispatch = useMayDispatch()
  const own = useOwnUnit()

  const chooseUnit = (slot: number) => {
    const entry = everyone.roster.get(slot)
    if (!entry) return
    setChosen(unitChoice(entry))
    if (entry.userId !== null) selectUnit(entry.userId)
  }
  const chooseCall = (callId: number) => {
    setChosen({ kind: 'call', callId })
    selectCall(callId)
  }
  const newCallAt = ([x, y]: Point) => {
    setIsPlacing(false)
    openNewCall({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, location: locate(x, y), postal: nearestPostal(postals, x, y) })
  }
  const assign = (userIds: readonly number[], callId: number) => void boardActions.assign(userIds, callId)
  const mayAct = (userId: number) => mayDispatch || userId === own?.userId
  const [attach, engine] = useEngine(
    {
      onSight: signals.sight.set,
      onHover: (_slot, at) => signals.pointer.set(at),
      onSelect: (slot) => slot !== null && chooseUnit(slot),
      onPlace: (at) => (isPlacing ? newCallAt(at) : setChosen(null)),
      mayCarry: (look: Look) => look.label !== '' && look.userId !== null && mayAct(look.userId),
      onCarry: (_slot, at) => signals.target.set(callUnder(at)),
      onDrop: (slot, at) => {
        const callId = callUnder(at)
        signals.target.set(null)
        const userId = engine?.lookOf(slot)?.userId
        if (callId !== null && userId) assign([userId], callId)
        else chooseUnit(slot)
      },
      onDrag: () => {
        setFollowed(null)
        setAwaited(NOBODY)
      },
      onTilesFailed: () => setFailed(backdrop),
      askTrails: source.trails,
    },
    link,
  )
  const everyone = usePositions(source, engine)
  const chosen = currentChoice(lastChosen, everyone.roster)
  const followed = currentChoice(lastFollowed, everyone.roster)
  useStopFollowing(lastFollowed, followed, everyone.phase === 'live', () => setFollowed(null))
  const placedCalls = useMemo(() => [...calls.values()].filter(isPlaced), [calls])
  const unplacedCalls = useMemo(() => [...calls.values()].filter((call) => !isPlaced(call)), [calls])
  const slotOf = (userId: number): number | undefined => {
    for (const entry of everyone.roster.values()) if (entry.userId === userId) return entry.slot
    return undefined
  }
  const goTo = (at: Point | undefined) => {
    if (!engine || !at) return
    leaps.current += 1
    engine.view.moveTo(at, Math.min(engine.sight().resolution, CLOSE_UP))
  }
  const placeOf = (choice: Chosen): Point | undefined => {
    if (choice?.kind === 'unit') return engine?.placeOf(choice.slot)
    const call = choice && calls.get(choice.callId)
    return call && isPlaced(call) ? [call.x, call.y] : undefined
  }

  const theme = useShownTheme() === 'cad-dark-theme' ? 'dark' : 'light'
  const units = useBoard((state) => state.units)
  useEffect(() => engine?.setTheme(theme), [engine, theme])
  useEffect(() => engine?.setBackdrop(hasFailed ? OUR_DRAWING : backdrop), [engine, backdrop, hasFailed])
  useEffect(() => engine?.setUnits(units), [engine, units])
  const panics = useBoard(panicUserIds)
  useEffect(() => engine?.setPanics(new Set(panics)), [engine, panics])
  useEffect(() => engine?.setChart(choices), [engine, choices])
  useEffect(() => engine?.setFilter(choices.filter), [engine, choices.filter])
  useEffect(() => engine?.setPostals(postals), [engine, postals])
  const entryOf = (userId: number) => everyone.roster.get(slotOf(userId) ?? -1)
  const take = (choice: Chosen) => {
    setChosen(choice)
    setFollowed(choice)
    setAwaited(NOBODY)
  }
  useAwaited(awaited, { entryOf, isReady: everyone.phase === 'live', calls, take })
  useSharedSelection(chosen, entryOf, setChosen)
  useMarks(engine, chosen, followed)

  return {
    attach,
    engine,
    signals,
    everyone,
    choices,
    setChoices,
    calls: placedCalls,
    unplacedCalls,
    chosen,
    followed,
    awaited,
    leaps,
    isPlacing,
    setIsPlacing,
    hasFailed,
    assign,
    mayAct,
    /** A call is dragged over this point of the page; null when dropped. */
    aim: (at: Point | null) => void engine?.aim(at),
    dropCall: (callId: number, at: Point) => {
      const userId = engine?.aim(at)?.userId
      engine?.aim(null)
      if (userId) assign([userId], callId)
    },
    newCallAt,
    chooseUnit,
    chooseCall,
    chooseMember: (userId: number) => {
      const slot = slotOf(userId)
      if (slot === undefined) return
      chooseUnit(slot)
      goTo(engine?.placeOf(slot))
    },
    letGo: () => {
      setChosen(null)
      setIsPlacing(false)
    },
    toggleFollow: (choice: Chosen = chosen) => {
      const isSame = isSameChoice(followed, choice)
      setAwaited(NOBODY)
      setFollowed(isSame ? null : choice)
      if (!isSame) goTo(placeOf(choice))
    },
    open: (found: Found) => {
      if (found.kind === 'unit') {
        chooseUnit(found.look.slot)
        goTo(engine?.placeOf(found.look.slot))
      } else if (found.kind === 'call') {
        chooseCall(found.call.callId)
        goTo(placeOf({ kind: 'call', callId: found.call.callId }))
      } else goTo(found.at)
    },
    /** Applies a link in place of the current view. */
    show: (next: MapLink) => {
      setChoices(choicesOf(next))
      setFollowed(null)
      setAwaited({ unit: next.unit ?? null, call: next.call ?? null })
      if (next.x === undefined || next.y === undefined) engine?.view.showAll()
      else engine?.view.jumpTo([next.x, next.y], resolutionOf(next.z ?? FIRST_ZOOM))
    },
  }
}
export type LiveMapState = ReturnType<typeof useLiveMap>

/** The call whose marker is at a point of the page. */
function callUnder([left, top]: Point): number | null {
  const marker = document
    .elementsFromPoint(left, top)
    .map((element) => element.closest('[role="application"] [data-call]'))
    .find((element) => element !== null)
  const id = marker?.getAttribute('data-call') ?? null
  return id === null ? null : Number(id)
}

type AwaitedDeps = {
  readonly entryOf: (userId: number) => RosterEntry | undefined
  readonly isReady: boolean
  readonly calls: ReadonlyMap<number, Call>
  readonly take: (choice: Chosen) => void
}

/** Selects and follows the unit or call named by a link, once it exists. */
function useAwaited({ unit, call }: Awaited, { entryOf, isReady, calls, take }: AwaitedDeps): void {
  const entry = unit === null || !isReady ? undefined : entryOf(unit)
  const isThere = call !== null && calls.has(call)
  const act = useEffectEvent(() => {
    if (entry) take(unitChoice(entry))
    else if (call !== null && isThere) take({ kind: 'call', callId: call })
  })
  useEffect(() => act(), [entry, isThere])
}

/** Stops following a unit that has left: otherwise the map would move by itself when the unit returns. */
function useStopFollowing(lastFollowed: Chosen, followed: Chosen, isLive: boolean, letGo: () => void): void {
  const isGone = isLive && lastFollowed !== null && followed === null
  const act = useEffectEvent(() => {
    letGo()
    notify.info('The unit you were following left the map')
  })
  useEffect(() => {
    if (isGone) act()
  }, [isGone])
}

/** Selects on the map what is selected in another panel. */
function useSharedSelection(chosen: Chosen, entryOf: (userId: number) => RosterEntry | undefined, choose: (choice: Chosen) => void): void {
  const unitId = useShownUnitId()
  const callId = useShownCallId()
  const takeUnit = useEffectEvent(() => {
    const entry = unitId === null ? undefined : entryOf(unitId)
    if (entry && !isSameChoice(chosen, unitChoice(entry))) choose(unitChoice(entry))
  })
  const takeCall = useEffectEvent(() => {
    if (callId !== null && !isSameChoice(chosen, { kind: 'call', callId })) choose({ kind: 'call', callId })
  })
  useEffect(() => takeUnit(), [unitId])
  useEffect(() => takeCall(), [callId])
}

/** Draws rings around the selected and followed units, and lines from units to their calls. */
function useMarks(engine: MapEngine | null, chosen: Chosen, followed: Chosen): void {
  const units = useBoard((state) => state.units)
  const calls = useBoard((state) => state.calls)
  const chosenSlot = chosen?.kind === 'unit' ? chosen.slot : null
  useEffect(() => engine?.select(chosenSlot), [engine, chosenSlot])

  const followedSlot = followed?.kind === 'unit' ? followed.slot : null
  const followedCall = followed?.kind === 'call' ? calls.get(followed.callId) : undefined
  const [x, y] = [followedCall?.x ?? null, followedCall?.y ?? null]
  useEffect(() => {
    if (followedSlot !== null) engine?.follow({ kind: 'unit', slot: followedSlot })
    else if (x !== null && y !== null) engine?.follow({ kind: 'point', at: [x, y] })
    else engine?.follow(null)
  }, [engine, followedSlot, x, y])

  useEffect(() => {
    if (!engine) return
    const callId = chosen?.kind === 'call' ? chosen.callId : chosen && (engine.lookOf(chosen.slot)?.callId ?? null)
    const call = callId === null ? undefined : calls.get(callId)
    if (!call || !isPlaced(call)) return engine.setLeads([])
    const to: Point = [call.x, call.y]
    const going = [...engine.looks()].filter((look) => look.callId === callId && (chosen?.kind === 'call' || look.slot === chosen?.slot))
    engine.setLeads(going.map(({ slot, tone }) => ({ slot, to, tone })))
  }, [engine, chosen, calls, units])
}

type Everyone = {
  readonly phase: PositionsPhase
  readonly group: MapGroup
  readonly roster: ReadonlyMap<number, RosterEntry>
}
const LOADING: Everyone = { phase: 'loading', group: 'units', roster: new Map() }

/** Passes positions directly to the map; React state only holds the roster. */
function usePositions(source: PositionsSource, engine: MapEngine | null): Everyone {
  const [everyone, setEveryone] = useState(LOADING)
  useEffect(() => {
    if (!engine) return
    const stop = source.follow({
      onPhase: (phase, group) => setEveryone((known) => ({ ...known, phase, group })),
      onRoster: (roster) => {
        engine.setRoster(roster)
        setEveryone((known) => ({ ...known, roster }))
      },
      onFrame: ({ changed, gone, at }) => engine.positions(changed, gone, at),
      onReset: () => engine.clearPositions(),
    })
    return () => {
      stop()
      setEveryone(LOADING)
    }
  }, [source, engine])
  return everyone
}
