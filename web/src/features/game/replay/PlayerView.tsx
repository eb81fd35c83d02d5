import { Text } from '@mantine/core'
import type { Replay } from '@tenfour/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useWholePage } from '../../../platform/view/use-whole-page.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { Mark } from '../../../platform/config/Mark.tsx'
import { useThemeClass } from '../../../ui/ThemeProvider.tsx'
import { Controls, CurrentTime } from './Controls.tsx'
import { keyAction, targetOf } from './player-keys.ts'
import classes from './PlayerView.module.css'
import { createPlayer, type Player, useMoment } from './player.ts'
import { focusOf, linkText, type ReplayLink, type ReplaySource } from './replay-link.ts'
import { loadPatrolTracks, loadTracks } from './replay.queries.ts'
import { dayText, summaryText } from './replay.labels.ts'
import { ReplayLog } from './ReplayLog.tsx'
import { ReplayMap } from './ReplayMap.tsx'
import { TimeBar } from './TimeBar.tsx'
import { callTimes, createTimeline, firstMoment, type LogLine, type TimelineCall, dutyAt } from './timeline.ts'
import { currentLink, useReplayAddress } from './use-replay-address.ts'
import { useReplayMap } from './use-replay-map.ts'

const CALL_ZOOM = 4.5

type PlayerViewProps = {
  replay: Replay
  source: ReplaySource
  link: ReplayLink
  onLink: (link: ReplayLink) => void
  onClose: () => void
}

/** The player: the map with the log beside it, and the time below. */
export function PlayerView({ replay, source, link, onLink, onClose }: PlayerViewProps) {
  useWholePage(true)
  useThemeClass('cad-dark-theme')
  const [player] = useState(() => newPlayer(replay, source, link))
  const { timeline } = player
  const [openedAt] = useState(Date.now)
  const [focused, setFocused] = useState<number | null>(() => focusOf(link))
  const [isAll, setIsAll] = useState(focused === null || link.show === 'all')
  const [hasTrails, setHasTrails] = useState(link.trails === undefined)
  const alone = source.kind === 'patrol' ? (timeline.members[0]?.userId ?? null) : null
  const [selected, setSelected] = useState<number | null>(link.unit ?? alone)
  const [followed, setFollowed] = useState<number | null>(link.unit ?? alone)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const playButton = useRef<HTMLButtonElement>(null)

  const call = timeline.calls.find(({ callId }) => callId === focused)
  const isFiltered = call !== undefined && !isAll
  const shown = useMemo(() => (isFiltered ? new Set(call.units.map(({ userId }) => userId)) : null), [isFiltered, call])
  const calls = useMemo(() => (isFiltered ? [call] : timeline.calls), [isFiltered, call, timeline])
  const lines = useMemo(
    () => (isFiltered ? timeline.lines.filter(({ callId }) => callId === call.callId) : timeline.lines),
    [isFiltered, call, timeline],
  )
  const [start] = useState(() => (call && call.x !== null && call.y !== null ? { x: call.x, y: call.y, z: CALL_ZOOM } : {}))
  const map = useReplayMap({
    player,
    serverId: replay.serverId,
    start,
    shown,
    hasTrails,
    selected,
    followed,
    onSelect: (userId) => {
      setSelected(userId)
      if (userId === null) setFollowed(null)
    },
    onDrag: () => setFollowed(null),
  })
  const choices = { unit: followed, focused, isAll, hasTrails }
  useReplayAddress(player, link, choices, onLink)

  const focusCall = (callId: number) => {
    setFocused(callId)
    setIsAll(false)
  }
  const jumpTo = useCallback(
    (target: TimelineCall) => {
      setFocused(target.callId)
      player.seek(target.start)
    },
    [player],
  )
  const openLine = useCallback((line: LogLine) => player.seek(line.at), [player])
  const follow = (userId: number | null) => {
    setFollowed(userId)
    setSelected(userId)
    // Someone who is not on the call can only be followed among all.
    if (userId !== null && shown && !shown.has(userId)) setIsAll(true)
  }
  const toggleFollow = () => setFollowed(followed === selected ? null : selected)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const action = keyAction(event, targetOf(event.target))
    if (!action) return
    event.preventDefault()
    switch (action.kind) {
      case 'toggle':
        return player.toggle()
      case 'slower':
        return player.changeSpeed(-1)
      case 'faster':
        return player.changeSpeed(1)
      case 'nextCall':
      case 'previousCall': {
        const callId = player.goToCall(action.kind === 'nextCall' ? 1 : -1)
        if (callId !== undefined) setFocused(callId)
        return
      }
      case 'follow':
        return toggleFollow()
      case 'help':
        return setIsHelpOpen(true)
      case 'seekBy':
        return player.seekBy(action.ms)
      case 'seekShare':
        return player.seekShare(action.share)
      case 'close':
        return isHelpOpen ? setIsHelpOpen(false) : onClose()
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', press)
    playButton.current?.focus()
    return () => document.removeEventListener('keydown', press)
  }, [])

  const copyLink = async () => {
    const address = new URL(window.location.href)
    address.search = linkText(currentLink(link, player, choices))
    if (await copyText(address.href)) notify.success('The link to this moment is copied')
    else notify.error('The link could not be copied. It is in the address bar.')
  }
  return (
    <div className={classes.player}>
      <header className={classes.header}>
        <h1 className={classes.title}>
          <Mark size={22} /> Replay
        </h1>
        <Text span c="dimmed" size="sm" truncate>
          {dayText(timeline.from, openedAt)}, {replay.serverName}
        </Text>
        {call && (
          <FilterChip isOn={!isAll} onClick={() => setIsAll(false)} title={call.title}>
            Call {call.callId}
          </FilterChip>
        )}
        <FilterChip isOn={isAll || !call} onClick={() => setIsAll(true)}>
          {source.kind === 'patrol' ? 'Whole patrol' : 'All units'}
        </FilterChip>
        <FilterChip isOn={hasTrails} onClick={() => setHasTrails(!hasTrails)}>
          Trails
        </FilterChip>
        <FollowSelect player={player} value={followed} onChange={follow} />
        <div className={classes.end}>
          <FilterChip onClick={() => void copyLink()}>Copy link to this moment</FilterChip>
          <FilterChip onClick={onClose}>Close</FilterChip>
        </div>
      </header>
      <ReplayMap
        map={map}
        player={player}
        calls={calls}
        focusedCall={focused}
        onCall={focusCall}
        selected={selected}
        followed={followed}
        onFollow={toggleFollow}
        onLetGo={() => {
          follow(null)
          playButton.current?.focus()
        }}
        onRetry={() => {
          player.retry()
          // The button goes with its notice.
          playButton.current?.focus()
        }}
      />
      <section className={classes.side} aria-label={isFiltered ? `Call ${call.callId}` : 'Log'}>
        <h2 className={classes.tab}>
          {isFiltered ? `Call ${call.callId}` : source.kind === 'patrol' ? 'Patrol' : 'All calls and units'}
          <span className={classes.now} aria-hidden>
            <CurrentTime player={player} />
          </span>
        </h2>
        {replay.isPartial && !isFiltered && (
          <p className={classes.partial}>Too much for one replay; the most recent part is missing. Choose a shorter time to see all.</p>
        )}
        {isFiltered && <CallHead call={call} />}
        <ReplayLog player={player} lines={lines} hasCalls={!isFiltered} onLine={openLine} />
        {isFiltered && <p className={classes.summary}>{summaryText(callTimes(call))}</p>}
      </section>
      <footer className={classes.footer}>
        <Controls player={player} playButton={playButton} isHelpOpen={isHelpOpen} onHelp={setIsHelpOpen} />
        <TimeBar player={player} onCall={jumpTo} />
      </footer>
    </div>
  )
}

const CallHead = ({ call: { code, title, location, priority, disposition } }: { call: TimelineCall }) => (
  <p className={classes.call} data-priority={priority}>
    <b>{title}</b> <span className="mono">{code}</span>
    {location && <span className="muted">{location}</span>}
    {disposition && <span className="muted">{disposition}</span>}
  </p>
)

/** A link to a moment shows that moment; otherwise it starts playing, unless the viewer prefers things to stay still. */
function newPlayer(replay: Replay, source: ReplaySource, link: ReplayLink) {
  const { serverId } = replay
  const tracksFrom = replay.tracksFrom === null ? null : Date.parse(replay.tracksFrom)
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const timeline = createTimeline(replay)
  // A patrol is driven from its start; a call begins a minute before it came in.
  const start = source.kind === 'evening' ? firstMoment(timeline, tracksFrom) : timeline.from
  const at = link.at === undefined ? start : Date.parse(link.at)
  return createPlayer({
    timeline,
    tracksFrom,
    isWhole: source.kind === 'patrol',
    load: (times, signal) => (source.kind === 'patrol' ? loadPatrolTracks(source.patrolId, signal) : loadTracks(serverId, times, signal)),
    start: {
      at,
      ...(link.speed !== undefined && { speed: link.speed }),
      isPlaying: link.at === undefined && !isStill,
    },
  })
}

type FollowSelectProps = { player: Player; value: number | null; onChange: (userId: number | null) => void }

/** The units on duty at the moment, and the one that is followed. */
function FollowSelect({ player, value, onChange }: FollowSelectProps) {
  const { members } = player.timeline
  const labels = useMoment(player, ({ at }) => members.map((member) => dutyAt(member, at)?.identifier ?? '').join('\n'))
  const choices = useMemo(() => {
    const identifiers = labels.split('\n')
    return members
      .map(({ userId, name }, index) => ({
        userId,
        label: identifiers[index] === name ? name : `${identifiers[index] ?? ''} ${name}`.trim(),
        isOn: identifiers[index] !== '',
      }))
      .filter(({ userId, isOn }) => isOn || userId === value)
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
  }, [members, labels, value])
  return (
    <select
      className={classes.follow}
      aria-label="Follow a unit"
      data-on={value !== null || undefined}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    >
      <option value="">{value === null ? 'Follow a unit' : 'Follow nobody'}</option>
      {choices.map(({ userId, label }) => (
        <option key={userId} value={userId}>
          {label}
        </option>
      ))}
    </select>
  )
}
