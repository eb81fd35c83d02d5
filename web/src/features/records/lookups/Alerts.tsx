import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import type { RecordAlert } from './alerts.ts'
import classes from './Records.module.css'

const ICONS = { danger: IconExclamationCircle, warning: IconAlertTriangle, info: IconInfoCircle }

/** What matters first, in words and colour. */
export function Alerts({ alerts }: { alerts: readonly RecordAlert[] }) {
  return (
    <ul className={classes.alerts}>
      {alerts.map(({ tone, title, text }, index) => {
        const Icon = ICONS[tone]
        return (
          // oxlint-disable-next-line no-array-index-key -- two cautions may read the same
          <li key={index} className={classes.alert} data-tone={tone}>
            <Icon size={16} stroke={1.9} aria-hidden />
            <span>
              <strong>{title}</strong> {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
