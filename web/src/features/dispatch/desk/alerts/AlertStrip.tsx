import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconBellRinging, IconChevronDown, IconMessageCircle, IconPhoneCall, IconUserQuestion } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { timeSince } from '../../../../platform/format/dates.ts'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../../platform/load/shapes.tsx'
import { showOnMap } from '../../../../panels/selection.ts'
import { Dropdown } from '../../../../ui/Dropdown.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { keepFocus } from '../../../../ui/keep-focus.ts'
import { classNames, Row } from '../../../../ui/layout.tsx'
import type { PastAlert } from './alert-history.ts'
import classes from './AlertStrip.module.css'
import { labelOf, moreWords, type Alert, type AlertKind } from './alerts.ts'

const AlertMenu = lazyComponent(async () => (await import('./AlertMenu.tsx')).AlertMenu, { what: 'The list of alerts', shape: INLINE })

const ICONS: Readonly<Record<AlertKind, typeof IconPhoneCall>> = {
  panic: IconAlertOctagon,
  '911': IconPhoneCall,
  welfare: IconUserQuestion,
  tone: IconBellRinging,
  ping: IconMessageCircle,
}

type AlertStripProps = {
  /** Most urgent first. */
  alerts: readonly Alert[]
  history: readonly PastAlert[]
  /** Without a connection nobody knows whether there are alerts. */
  isLost: boolean
  /** While the user's own panic alarm is active: who has acknowledged it. */
  ownPanic: string | null
  /** Opens a call of the board. */
  onOpen: (callId: number) => void
  /** Called with whether the user is at the strip, by mouse or by keyboard. */
  onHeld: (isHeld: boolean) => void
}

/** The most urgent alert with what can be done about it; the others are a click or a key away. Never takes focus from what is being typed. */
export function AlertStrip({ alerts, history, isLost, ownPanic, onOpen, onHeld }: AlertStripProps) {
  const strip = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [top] = alerts
  const answer = useAnswerOf(top)
  const callId = top?.callId ?? null
  const open = callId === null ? undefined : () => onOpen(callId)
  useAltKey('KeyK', top && answer)
  useAltKey('KeyO', open)
  const hasMore = alerts.length > 0 || history.length > 0
  useAltKey('KeyM', hasMore ? () => more.current?.click() : undefined)
  useEffect(() => () => onHeld(false), [onHeld])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notices that the user is here
    <section
      ref={strip}
      className={classes.strip}
      aria-label="Alerts"
      data-kind={top?.kind}
      data-own={(!top && ownPanic !== null) || undefined}
      tabIndex={-1}
      onPointerEnter={() => onHeld(true)}
      onPointerLeave={() => onHeld(false)}
      onFocus={() => onHeld(true)}
      onBlur={() => onHeld(false)}
      // A click leaves the focus in the field that is being typed in.
      onMouseDown={(event) => strip.current?.contains(event.target as Node) && event.preventDefault()}
    >
      {/* Always rendered, so that screen readers announce what is added to it. */}
      <div className={classes.news} role="alert">
        {top && <News alert={top} others={alerts.length - 1} />}
      </div>
      {top ? (
        <Row gap={6} nowrap className={classes.actions}>
          {top.onMap && (
            <Button size="compact-xs" variant="default" className={classes.wide} onClick={() => top.onMap && showOnMap(top.onMap)}>
              Map
            </Button>
          )}
          {open && (
            <Button size="compact-xs" variant="default" className={classes.wide} aria-keyshortcuts="Alt+O" onClick={open}>
              Open
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            loading={top.isAnswering}
            aria-keyshortcuts="Alt+K"
            rightSection={<Key>Alt K</Key>}
            onClick={() => {
              keepFocus(strip.current)
              answer()
            }}
          >
            {top.answerLabel}
          </Button>
        </Row>
      ) : (
        <p className={classes.quiet}>{ownPanic ?? (isLost ? '' : quietWords(history[0]))}</p>
      )}
      {hasMore && (
        <Dropdown
          kind="dialog"
          label="All alerts"
          align="end"
          width={360}
          renderButton={(button) => (
            <UnstyledButton {...button} ref={more} className={classes.more} aria-keyshortcuts="Alt+M" title="All alerts (Alt M)">
              {alerts.length > 1 ? <More count={alerts.length - 1} /> : <span className="visually-hidden">All alerts</span>}
              <IconChevronDown size={14} stroke={2} aria-hidden />
            </UnstyledButton>
          )}
          renderContent={(close) => <AlertMenu alerts={alerts} history={history} onOpen={onOpen} onClose={close} />}
        />
      )}
    </section>
  )
}

function News({ alert, others }: { alert: Alert; others: number }) {
  const { kind, number, headline, details, since, deadline } = alert
  const Icon = ICONS[kind]
  return (
    <p className={classes.words} title={`${headline} · ${details}`} data-alert={kind}>
      <Icon className={classes.icon} size={17} stroke={2} aria-hidden />
      <strong className={classes.headline}>
        <span className={classes.kind}>{labelOf({ kind, number })}</span> {headline}
      </strong>
      <span className={classNames('truncated', classes.details)}>
        {deadline && <TimeLeft deadline={deadline} />}
        {details}
        {since && <Waiting since={since} />}
      </span>
      {others > 0 && <span className="visually-hidden">{moreWords(others)}</span>}
    </p>
  )
}

const More = ({ count }: { count: number }) => (
  <>
    <span className={classes.long}>{moreWords(count)}</span>
    <span className={classes.short} aria-hidden>
      +{count}
    </span>
  </>
)

const quietWords = (last: PastAlert | undefined) => (last ? `No alerts · last at ${timeSince(last.at)}: ${last.headline}` : 'No alerts')

function Waiting({ since }: { since: string }) {
  const start = Date.parse(since)
  const time = useClock((now) => elapsed(Math.max(0, now - start)))
  // Hidden from screen readers, which would read out every second.
  return (
    <span aria-hidden>
      {' · '}
      <span className="mono">{time}</span>
    </span>
  )
}

function TimeLeft({ deadline }: { deadline: string }) {
  const until = Date.parse(deadline)
  const left = useClock((now) => Math.max(0, until - now))
  return (
    <span aria-live="off">
      {left > 0 ? (
        <>
          You are put off duty in <span className="mono">{elapsed(left)}</span>.
        </>
      ) : (
        'You are about to be put off duty.'
      )}{' '}
    </span>
  )
}

/** A press this soon after another alert took the place was meant for the one before. */
const REPLACED_MS = 600

/** Answers the top alert, unless it has only just replaced one that was still waiting. */
function useAnswerOf(top: Alert | undefined): () => void {
  const id = top?.id ?? null
  const last = useRef<{ id: string | null; answered: string | null; since: number }>({ id: null, answered: null, since: -Infinity })
  useLayoutEffect(() => {
    const { id: before, answered } = last.current
    if (before === id) return
    const isReplaced = before !== null && before !== answered
    last.current = { id, answered: null, since: isReplaced ? performance.now() : -Infinity }
  }, [id])
  return () => {
    if (!top || top.isAnswering || performance.now() - last.current.since < REPLACED_MS) return
    last.current.answered = top.id
    top.answer()
  }
}

/** A key with Alt, wherever focus is: while typing and in dialogs too. */
function useAltKey(code: string, run: (() => void) | undefined): void {
  const latest = useEffectEvent(() => run?.())
  const isWanted = run !== undefined
  useEffect(() => {
    if (!isWanted) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || event.code !== code) return
      event.preventDefault()
      latest()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [code, isWanted])
}
