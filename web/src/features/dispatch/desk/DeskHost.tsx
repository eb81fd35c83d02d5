import { Button } from '@mantine/core'
import { answerPing, type Ping, type Tone } from '@tenfour/contract'
import { IconBellRinging, IconMessageCircle, IconUserQuestion } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useClock } from '../../../platform/format/clock.ts'
import { elapsed } from '../../../platform/format/durations.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { openPanel, selectCall } from '../../../panels/selection.ts'
import { boardStore } from '../board/board.port.ts'
import { unitClassName } from '../units/units.port.ts'
import { AlarmBanner } from './alarms/AlarmBanner.tsx'
import { titleMarkOf } from './alarms/alarms.ts'
import { openAlarm, useAlarmNotifications, useAlarms } from './alarms/use-alarms.ts'
import { useDesk, tonesFor } from './desk-store.ts'
import { Notice } from './Notice.tsx'
import classes from './Notice.module.css'
import { usePingSound, useSignOfLife, PING_MARK, useTitleMark } from './desk-signals.ts'

/** Pings and tones for users on duty, on every page of the portal. */
export function DeskHost() {
  const { userId, duty } = useSignedInUser()
  const { pings } = useDesk()
  const tones = useOwnTones()
  useSignOfLife(
    duty ? userId : null,
    pings.some(({ kind }) => kind === 'welfare'),
  )
  usePingSound(pings)
  const { alarms, acknowledge } = useAlarms()
  useAlarmNotifications(alarms)
  useTitleMark(titleMarkOf(alarms) ?? (pings.length > 0 ? PING_MARK : null))
  const [firstAlarm] = alarms
  useAltKey('KeyK', firstAlarm && (() => acknowledge([firstAlarm])))
  useAltKey('KeyO', firstAlarm && (() => openAlarm(firstAlarm)))
  const { answering, answer } = useAnswer()
  const [firstPing] = pings
  useAltKey('KeyA', firstPing ? () => void answer(firstPing) : tones.first)
  return (
    // Always rendered, so that screen readers announce what is added to it.
    <div className={classes.host} role="alert">
      <AlarmBanner alarms={alarms} onAcknowledge={acknowledge} />
      {pings.map((ping, index) => (
        <PingNotice
          key={ping.pingId}
          ping={ping}
          hasKey={index === 0}
          isAnswering={answering.has(ping.pingId)}
          onAnswer={() => void answer(ping)}
        />
      ))}
      {tones.tones.map((tone, index) => (
        <ToneNotice key={tone.toneId} tone={tone} hasKey={pings.length === 0 && index === 0} onDismiss={() => tones.dismiss(tone.toneId)} />
      ))}
    </div>
  )
}

type PingNoticeProps = { ping: Ping; hasKey: boolean; isAnswering: boolean; onAnswer: () => void }

function PingNotice({ ping, hasKey, isAnswering, onAnswer }: PingNoticeProps) {
  if (ping.kind === 'welfare')
    return (
      <Notice
        tone="welfare"
        icon={<IconUserQuestion size={22} stroke={1.8} />}
        title="Are you still there?"
        answer="I am here"
        isAnswering={isAnswering}
        hasKey={hasKey}
        onAnswer={onAnswer}
      >
        <p>
          Nothing has been heard from your unit for a long time.
          {ping.deadline && <TimeLeft deadline={ping.deadline} />}
        </p>
      </Notice>
    )
  const from = ping.from ? [ping.from.identifier, ping.from.name].filter(Boolean).join(' ') : 'Dispatch'
  return (
    <Notice
      tone="ping"
      icon={<IconMessageCircle size={22} stroke={1.8} />}
      title={`Ping from ${from}`}
      answer="Acknowledge"
      isAnswering={isAnswering}
      hasKey={hasKey}
      onAnswer={onAnswer}
    >
      <p className={classes.message}>{ping.message || 'Show that you are there.'}</p>
    </Notice>
  )
}

function TimeLeft({ deadline }: { deadline: string }) {
  const until = Date.parse(deadline)
  const left = useClock((now) => Math.max(0, until - now))
  // The countdown is hidden from screen readers, which would read out every second.
  return (
    <span aria-live="off">
      {' '}
      {left > 0 ? (
        <>
          You are put off duty in <span className="mono">{elapsed(left)}</span>.
        </>
      ) : (
        'You are about to be put off duty.'
      )}
    </span>
  )
}

function ToneNotice({ tone, hasKey, onDismiss }: { tone: Tone; hasKey: boolean; onDismiss: () => void }) {
  const { callId, classes: forClasses, message, by } = tone
  return (
    <Notice
      tone="tone"
      icon={<IconBellRinging size={22} stroke={1.8} />}
      title={`Tone for ${forClasses.map(unitClassName).join(', ')}`}
      answer="Dismiss"
      hasKey={hasKey}
      onAnswer={onDismiss}
      extra={
        callId !== null && (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              selectCall(callId)
              openPanel('call')
              onDismiss()
            }}
          >
            Show call {callId}
          </Button>
        )
      }
    >
      {message && <p className={classes.message}>{message}</p>}
      <p className="muted small">from {by.name}</p>
    </Notice>
  )
}

/** Sends the answer; the resulting event removes the ping, here and in the user's other tabs. */
function useAnswer() {
  const [answering, setAnswering] = useState<ReadonlySet<number>>(new Set())
  const answer = async ({ pingId }: Ping) => {
    if (answering.has(pingId)) return
    setAnswering((before) => new Set([...before, pingId]))
    try {
      await call(answerPing, { params: { pingId } })
    } catch (error) {
      reportError(error)
    } finally {
      setAnswering((before) => new Set([...before].filter((each) => each !== pingId)))
    }
  }
  return { answering, answer }
}

/** The tones for the user's own class on the open board, if any. */
function useOwnTones() {
  const { userId, duty } = useSignedInUser()
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set())
  const [openedAt] = useState(Date.now)
  const { subscribe, get } = boardStore()
  const all = useSyncExternalStore(subscribe, () => get().tones)
  const minute = useClock((now) => Math.floor(now / 60_000))
  const tones = duty ? tonesFor(all, { userId, unitClass: duty.unitClass, dismissed, openedAt, now: minute * 60_000 }) : []
  const dismiss = (toneId: number) => setDismissed((before) => new Set([...before, toneId]))
  const [first] = tones
  return { tones, dismiss, first: first && (() => dismiss(first.toneId)) }
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
