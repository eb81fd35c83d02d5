import { Button } from '@mantine/core'
import { IconAlertTriangle, IconExclamationCircle, IconFlag, IconInfoCircle } from '@tabler/icons-react'
import { Key } from '../../../../ui/Key.tsx'
import { askWarrant } from '../../../../panels/selection.ts'
import type { RecordAlert } from './alerts.ts'
import classes from '../Records.module.css'

const ICONS = { danger: IconExclamationCircle, warning: IconAlertTriangle, info: IconInfoCircle }

/** What matters first, in words and colour. */
export function Alerts({ alerts, mayServe = false }: { alerts: readonly RecordAlert[]; mayServe?: boolean }) {
  const first = alerts.find(({ warrant }) => warrant !== undefined)
  return (
    <ul className={classes.alerts}>
      {alerts.map((alert, index) => {
        const { tone, title, text, warrant } = alert
        const Icon = warrant ? IconFlag : ICONS[tone]
        return (
          // oxlint-disable-next-line no-array-index-key -- two cautions may read the same
          <li key={index} className={classes.alert} data-tone={tone}>
            <Icon size={16} stroke={1.9} aria-hidden />
            <span className={classes.alertText}>
              {warrant ? (
                <button
                  type="button"
                  className={classes.alertLink}
                  onClick={() => askWarrant({ kind: 'open', warrantId: warrant.warrantId })}
                >
                  {title}
                </button>
              ) : (
                <strong>{title}</strong>
              )}{' '}
              {text}
            </span>
            {warrant && mayServe && (
              <Button
                size="compact-xs"
                className={classes.serve}
                aria-label={`Serve ${warrant.number}`}
                rightSection={alert === first && <Key>S</Key>}
                onClick={() => askWarrant({ kind: 'serve', warrant })}
              >
                Serve
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
