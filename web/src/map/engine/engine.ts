import type { Position, Postal, RosterEntry, Trail } from '@tenfour/contract'
import type { Point } from '../island/geometry.ts'
import type { MapTheme } from '../island/palette.ts'
import type { Backdrop } from './backdrop.ts'
import { group, type Grouping } from './clusters.ts'
import { drawChart } from './draw-chart.ts'
import { RESOLUTIONS, type Driver, type DriverMoves } from './world.ts'
import { drawUnits, type DrawnCluster, type Scene } from './draw-units.ts'
import { createFleet } from './fleet.ts'
import { MONO, readInk, SANS } from './ink.ts'
import { createLettering } from './lettering.ts'
import { lookOf, NO_FILTER, type KnownUnit, type Look, type UnitFilter } from './looks.ts'
import { createLoop, createSurface } from './surface.ts'
import { createSprites, type Age } from './sprites.ts'
import { createTrails } from './trails.ts'
import { createView, isOtherSight, toGame, toPixel, type Sight } from './view.ts'

export type Followed = { readonly kind: 'unit'; readonly slot: number } | { readonly kind: 'point'; readonly at: Point } | null

export type EngineEvents = {
  /** The view or a unit moved; called on every frame that differs. */
  readonly onSight: (sight: Sight) => void
  readonly onHover: (slot: number | null, at: Point | null) => void
  readonly onSelect: (slot: number | null) => void
  /** A click or long press where there is no unit. */
  readonly onPlace: (at: Point) => void
  readonly mayCarry: (look: Look) => boolean
  /** A unit is dragged over the map, or dropped, at this point of the page. */
  readonly onCarry: (slot: number, at: Point) => void
  readonly onDrop: (slot: number, at: Point) => void
  /** The user is panning the map. */
  readonly onDrag: () => void
  /** The external tiles are unavailable. */
  readonly onTilesFailed: () => void
  readonly askTrails: (slots: readonly number[]) => Promise<readonly Trail[]>
}

export type ChartChoice = {
  readonly hasGrid: boolean
  readonly hasBeats: boolean
  readonly hasTrails: boolean
  readonly hasClusters: boolean
}

const REGROUP_MS = 900
const REACH_PIXELS = 13
/** Tolerance for dropping a call on a unit: both are small. */
const AIM_PIXELS = 22
const STALE_MS = 10_000
const OLD_MS = 60_000
const MAX_TRAILS = 120
/** How often trails are drawn while someone else drives. */
const DRIVEN_TRAILS_MS = 120

/** Everything drawn on the map, and its pointer handling. Independent of the page around it. */
export function createEngine(target: HTMLElement, events: EngineEvents) {
  const pixelRatio = Math.min(2, window.devicePixelRatio || 1)
  const fleet = createFleet()
  const looks = new Map<number, Look>()
  const trails = createTrails(events.askTrails)
  const chartSurface = createSurface(target, 'chart')
  const unitSurface = createSurface(target, 'units')
  let ink = readInk('dark', getComputedStyle(target))
  let sprites = createSprites(ink, pixelRatio)
  let letter = createLettering(ink, pixelRatio)

  let roster: ReadonlyMap<number, RosterEntry> = new Map()
  let units: ReadonlyMap<number, KnownUnit> = new Map()
  let panics: ReadonlySet<number> = new Set()
  let filter: UnitFilter = NO_FILTER
  let choice: ChartChoice = { hasGrid: false, hasBeats: false, hasTrails: false, hasClusters: true }
  let postals: readonly Postal[] = []
  let isOwnMap = true
  let leads: Scene['leads'] = []
  let selected: number | null = null
  let hovered: number | null = null
  let followed: Followed = null
  let carried: Scene['carried'] = null
  let grouping: Grouping = { loose: [], clusters: [] }
  let [groupedAt, groupedFor] = [0, 0]
  let drawnClusters: readonly DrawnCluster[] = []
  let confirmedAt = Date.now()
  let isChartDue = true
  let driver: Driver | null = null
  let drivenTrails: readonly number[] = []
  let chartedAt = 0
  let shown: Sight | undefined

  const age = (): Age => {
    if (driver) return 0
    const since = Date.now() - confirmedAt
    return since > OLD_MS ? 2 : since > STALE_MS ? 1 : 0
  }
  const isLoose = (slot: number) => slot === selected || slot === hovered || (followed?.kind === 'unit' && slot === followed.slot)

  const regroup = (now: number, resolution: number) => {
    if (groupedFor === resolution && now - groupedAt < REGROUP_MS) return
    const { slots, xs, ys } = fleet.read()
    const look = (index: number) => looks.get(slots[index] ?? -1)
    grouping = group(
      {
        count: fleet.size(),
        xs,
        ys,
        isShown: (index) => look(index)?.isShown ?? false, // Off-duty players are only dots and are never clustered; panic stays in sight.
        mayJoin: (index) => !isLoose(slots[index] ?? -1) && look(index)?.shape !== 'player' && !look(index)?.isPanic,
      },
      resolution,
      choice.hasClusters,
    )
    ;[groupedAt, groupedFor] = [now, resolution]
  }
  const regroupSoon = () => {
    groupedAt = 0
    loop.wake()
  }

  const draw = (now: number): boolean => {
    const sight = view.sight()
    if (sight.width === 0) return false
    const isMoving = driver ? driver.frame(now, moves) : fleet.sample(now)
    if (isMoving || followed) keepInSight(sight)
    if (isMoving && drivenTrails.length > 0 && now - chartedAt > DRIVEN_TRAILS_MS) isChartDue = true
    if (isChartDue || isOtherSight(shown, sight)) {
      isChartDue = false
      chartedAt = now
      chartSurface.fit(sight.width, sight.height, pixelRatio)
      const driven = driver
      const wanted = driven ? drivenTrails.map((slot) => [slot, driven.trailOf(slot)] as const) : trails.get()
      const drawnTrails = [...wanted].map(([slot, points]) => ({ points, colour: ink.tones[looks.get(slot)?.tone ?? 'off'] }))
      drawChart(chartSurface.context, { ...choice, hasNames: isOwnMap, postals, trails: drawnTrails }, sight, pixelRatio, letter, ink)
    }
    unitSurface.fit(sight.width, sight.height, pixelRatio)
    regroup(now, sight.resolution)
    const followedSlot = followed?.kind === 'unit' ? followed.slot : null
    const scene: Scene = {
      fleet,
      lookOf: (slot) => looks.get(slot),
      grouping,
      age: age(),
      hovered,
      selected,
      followed: followedSlot,
      leads,
      carried,
    }
    drawnClusters = drawUnits(unitSurface.context, scene, sight, pixelRatio, sprites, ink)
    if (isOtherSight(shown, sight)) events.onSight(sight)
    shown = sight
    return isMoving
  }
  const loop = createLoop(draw)

  /** The followed unit stays in the middle third; the map moves only when it leaves that, so that it does not jitter with every step. */
  const keepInSight = (sight: Sight) => {
    const place = followed?.kind === 'point' ? followed.at : followed && fleet.at(followed.slot)
    if (!place || view.isMoving()) return
    const [left, top] = toPixel(sight, place)
    // A driver may play many times faster than life, so that gliding would always come too late.
    if (driver) {
      if (Math.hypot(left - sight.width / 2, top - sight.height / 2) >= 1) view.jumpTo(place, sight.resolution)
      return
    }
    const isNear = Math.abs(left - sight.width / 2) < sight.width / 6 && Math.abs(top - sight.height / 2) < sight.height / 6
    if (!isNear) view.moveTo(place)
  }

  const moves: DriverMoves = {
    put: (slot, x, y, heading) => {
      if (fleet.put(slot, x, y, heading)) groupedAt = 0
    },
    remove: (slot) => {
      if (fleet.indexOf(slot) === undefined) return
      fleet.remove(slot)
      groupedAt = 0
    },
  }

  const unitAt = (at: Point, reach = REACH_PIXELS): number | null => {
    const sight = view.sight()
    const { slots, xs, ys } = fleet.read()
    let [best, nearest]: [number | null, number] = [null, reach]
    for (const index of grouping.loose) {
      const [left, top] = toPixel(sight, [xs[index] ?? 0, ys[index] ?? 0])
      const distance = Math.hypot(left - at[0], top - at[1])
      if (distance < nearest) [best, nearest] = [slots[index] ?? null, distance]
    }
    return best
  }
  const onPage = ([left, top]: Point): Point => {
    const box = target.getBoundingClientRect()
    return [box.left + left, box.top + top]
  }
  const offPage = ([left, top]: Point): Point => {
    const box = target.getBoundingClientRect()
    return [left - box.left, top - box.top]
  }
  const clusterAt = (at: Point) => drawnClusters.find(({ left, top, radius }) => Math.hypot(left - at[0], top - at[1]) <= radius + 2)

  const view = createView(
    target,
    {
      grab: (at) => {
        const slot = unitAt(at)
        const look = slot === null ? undefined : looks.get(slot)
        if (!look || !events.mayCarry(look)) return false
        carried = { slot: look.slot, at }
        return true
      },
      carry: (at) => {
        if (!carried) return
        carried = { slot: carried.slot, at }
        events.onCarry(carried.slot, onPage(at))
        loop.wake()
      },
      drop: (at) => {
        const was = carried
        carried = null
        if (was) events.onDrop(was.slot, onPage(at))
        loop.wake()
      },
      point: (at) => {
        const slot = at && unitAt(at)
        target.style.cursor = slot !== null || (at && clusterAt(at)) ? 'pointer' : ''
        events.onHover(slot, at && toGame(view.sight(), at))
        if (slot === hovered) return
        hovered = slot
        loop.wake()
      },
      click: (at) => {
        const slot = unitAt(at)
        if (slot !== null) return events.onSelect(slot)
        const hit = clusterAt(at)
        if (!hit) return events.onPlace(toGame(view.sight(), at))
        const closer = RESOLUTIONS.find((each) => each < view.sight().resolution / 1.9) ?? view.sight().resolution / 2
        view.moveTo(toGame(view.sight(), [hit.left, hit.top]), closer)
      },
    },
    { onFrame: () => loop.drawNow(), onDrag: events.onDrag, onTilesFailed: events.onTilesFailed },
  )

  const look = () => {
    looks.clear()
    for (const entry of roster.values()) {
      const isPanic = entry.userId !== null && panics.has(entry.userId)
      looks.set(entry.slot, lookOf(entry, entry.userId === null ? undefined : units.get(entry.userId), filter, isPanic))
    }
    regroupSoon()
  }
  const followTrails = () => {
    const wanted = new Set([selected, followed?.kind === 'unit' ? followed.slot : null].filter((slot) => slot !== null))
    if (choice.hasTrails) {
      const busyFirst = [...looks.values()]
        .filter(({ isShown, label }) => isShown && label !== '')
        .toSorted((a, b) => Number(b.callId !== null) - Number(a.callId !== null))
      for (const { slot } of busyFirst) if (wanted.size < MAX_TRAILS) wanted.add(slot)
    }
    if (driver) drivenTrails = [...wanted]
    else void trails.show([...wanted]).then(chartSoon)
    chartSoon()
  }
  const chartSoon = () => {
    isChartDue = true
    loop.wake()
  }
  const rewrite = () => {
    sprites = createSprites(ink, pixelRatio)
    letter = createLettering(ink, pixelRatio)
    chartSoon()
  }
  // Text drawn before its font had loaded is drawn again.
  void Promise.all([document.fonts.load(`600 11px ${MONO}`), document.fonts.load(`500 12px ${SANS}`)]).then(rewrite)

  let lastAge: Age = 0
  const timer = setInterval(() => {
    if (trails.get().size > 0) isChartDue = true
    if (age() !== lastAge || trails.get().size > 0) loop.wake()
    lastAge = age()
  }, 1000)

  return {
    view,
    sight: view.sight,
    /** A unit's current position in game coordinates. */
    placeOf: (slot: number): Point | undefined => fleet.at(slot),
    lookOf: (slot: number) => looks.get(slot),
    /** The unit at a point of the page. */
    lookUnder: (at: Point): Look | undefined => looks.get(unitAt(offPage(at)) ?? -1),
    /** Highlights the unit that a call dragged over this point of the page would be dropped on. */
    aim: (at: Point | null): Look | undefined => {
      const found = at && looks.get(unitAt(offPage(at), AIM_PIXELS) ?? -1)
      const look = found && events.mayCarry(found) ? found : undefined
      if (hovered !== (look?.slot ?? null)) {
        hovered = look?.slot ?? null
        loop.wake()
      }
      return look
    },
    looks: (): Iterable<Look> => looks.values(),
    confirmedAt: () => confirmedAt,
    setTheme: (theme: MapTheme) => {
      ink = readInk(theme, getComputedStyle(target))
      view.setTheme(theme)
      rewrite()
    },
    setBackdrop: (backdrop: Backdrop) => {
      isOwnMap = backdrop.kind === 'island'
      view.setBackdrop(backdrop)
      chartSoon()
    },
    setRoster: (next: ReadonlyMap<number, RosterEntry>) => {
      roster = next
      look()
    },
    setUnits: (next: ReadonlyMap<number, KnownUnit>) => {
      units = next
      look()
      if (driver) followTrails()
    },
    /** The users with an open panic call. */
    setPanics: (next: ReadonlySet<number>) => {
      panics = next
      look()
    },
    setFilter: (next: UnitFilter) => {
      filter = next
      look()
      followTrails()
    },
    setChart: (next: ChartChoice) => {
      choice = next
      followTrails()
      regroupSoon()
    },
    setPostals: (next: readonly Postal[]) => {
      postals = next
      chartSoon()
    },
    setLeads: (next: Scene['leads']) => {
      leads = next
      loop.wake()
    },
    select: (slot: number | null) => {
      selected = slot
      followTrails()
      regroupSoon()
    },
    follow: (next: Followed) => {
      followed = next
      followTrails()
      regroupSoon()
    },
    /** Applies a frame: changed positions, removed slots, and the time of the frame. */
    positions: (changed: Iterable<readonly [slot: number, position: Position]>, gone: readonly number[], at: number) => {
      const now = performance.now()
      let isChanged = gone.length > 0
      for (const [slot, { x, y, heading }] of changed) {
        isChanged = true
        fleet.move(slot, x, y, heading, now)
        trails.note(slot, x, y, at)
      }
      for (const slot of gone) {
        fleet.remove(slot)
        trails.forget(slot)
      }
      if (gone.length > 0) groupedAt = 0
      confirmedAt = at
      if (isChanged) loop.wake()
    },
    /** From now on this decides where everyone is. */
    drive: (next: Driver) => {
      driver = next
      fleet.clear()
      followTrails()
      regroupSoon()
    },
    /** Draws a frame even though nothing moves. */
    redraw: chartSoon,
    clearPositions: () => {
      fleet.clear()
      trails.clear()
      regroupSoon()
    },
    destroy: () => {
      clearInterval(timer)
      loop.stop()
      view.destroy()
      chartSurface.remove()
      unitSurface.remove()
    },
  }
}
export type MapEngine = ReturnType<typeof createEngine>
