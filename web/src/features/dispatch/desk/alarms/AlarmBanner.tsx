import { Button } from '@mantine/core'
import { IconAlertOctagon, IconPhoneCall } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { useClock } from '../../../../platform/format/clock.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import {
  allowDesktopNotifications,
  stopDesktopNotifications,
  useDesktopNotifications,
} from '../../../../platform/notify/desktop-notifications.ts'
import { isTablet } from '../../../../platform/tablet/tablet.ts'
import { Key } from '../../../../ui/Key.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { showOnMap } from '../../../../panels/selection.ts'
import { boardStore } from '../../board/board.port.ts'
import { useCallTypesById } from '../../calls/calls.port.ts'
import { classNames, Row } from '../../../../ui/layout.tsx'
import notice from '../Notice.module.css'
import classes from './AlarmBanner.module.css'
import { alarmWords, countWords, type Alarm } from './alarms.ts'
import { openAlarm } from './use-alarms.ts'

/** Alarms beyond this number are only counted. */
const SHOWN = 2

type AlarmBannerProps = { alarms: readonly Alarm[]; onAcknowledge: (alarms: readonly Alarm[]) => void }

/** Panic and unclaimed 911 calls, until acknowledged. Does not take focus from what is being typed. */
export function AlarmBanner({ alarms, onAcknowledge }: AlarmBannerProps) {
  const isAsked = useDesktopNotifications() === 'unasked' && !isTablet()
  const rest = alarms.slice(SHOWN)
  if (alarms.length === 0) return null
  return (
    <section className={classes.alarms} aria-label="Alarms">
      {alarms.slice(0, SHOWN).map((alarm, index) => (
        <AlarmItem key={alarm.call.callId} alarm={alarm} hasKeys={index === 0} onAcknowledge={() => onAcknowledge([alarm])} />
      ))}
      {(rest.length > 0 || isAsked) && (
        <Row gap="4px 12px" className={classNames('small', classes.more)}>
          {rest.length > 0 && (
            <>
              <span>
                {rest.length} more: {countWords(rest)}
              </span>
              <button type="button" className="bare-button" onClick={() => onAcknowledge(alarms)}>
                Acknowledge all {alarms.length}
              </button>
            </>
          )}
          {isAsked && (
            <span className={classes.notify}>
              <button type="button" className="bare-button" onClick={() => void allowDesktopNotifications().catch(reportError)}>
                Turn on desktop notifications
              </button>
              <button type="button" className="bare-button" onClick={stopDesktopNotifications}>
                Not now
              </button>
            </span>
          )}
        </Row>
      )}
    </section>
  )
}

function AlarmItem({ alarm, hasKeys, onAcknowledge }: { alarm: Alarm; hasKeys: boolean; onAcknowledge: () => void }) {
  const { kind, call } = alarm
  const { subscribe, get } = boardStore()
  const units = useSyncExternalStore(subscribe, () => get().units)
  const { headline, details } = alarmWords(alarm, { units, types: useCallTypesById() })
  const Icon = kind === 'panic' ? IconAlertOctagon : IconPhoneCall
  return (
    <Row gap="6px 10px" className={classes.alarm} data-kind={kind}>
      <Icon className={classes.icon} size={24} stroke={1.9} aria-hidden />
      <div className={classes.text}>
        <strong className={classes.title}>
          <span className={classes.kind}>{kind === 'panic' ? 'PANIC' : '911'}</span> {headline}
        </strong>
        <p className={classNames('small truncated', classes.details)}>
          <span className="mono">{call.callId}</span> · {details}
          <Waiting since={call.createdAt} />
        </p>
      </div>
      <Row gap={6} nowrap className={notice.actions}>
        {isPlaced(call) && (
          <Button size="xs" variant="default" onClick={() => showOnMap(call)}>
            Map
          </Button>
        )}
        <Button size="xs" variant="default" aria-keyshortcuts={hasKeys ? 'Alt+O' : undefined} onClick={() => openAlarm(alarm)}>
          Open
        </Button>
        <Button
          size="xs"
          color="danger"
          aria-keyshortcuts={hasKeys ? 'Alt+K' : undefined}
          rightSection={hasKeys && <Key>Alt K</Key>}
          onClick={onAcknowledge}
        >
          Acknowledge
        </Button>
      </Row>
    </Row>
  )
}

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
