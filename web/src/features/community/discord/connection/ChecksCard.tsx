import { Button, Text } from '@mantine/core'
import type { DiscordCheck } from '@tenfour/contract'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../../../ui/Card.tsx'
import { CardNote } from '../../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { runChecks } from '../discord.queries.ts'
import classes from './Connection.module.css'

export const CHECK_BUTTON = 'discord-check'

const STATES = {
  ok: { Icon: IconCircleCheck, word: 'OK' },
  missing: { Icon: IconAlertTriangle, word: 'Missing' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  unknown: { Icon: IconHelpCircle, word: 'Not known' },
}

/** Asks Discord which settings and permissions are missing, and says how to fix them. */
export function ChecksCard({ hasToken }: { hasToken: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const [checks, setChecks] = useState<readonly DiscordCheck[] | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setChecks(await runChecks())
    } catch (error) {
      setFailure(errorInfo(error))
    }
    setBusy(false)
  }
  return (
    <Card
      title="Check"
      link={
        <Button id={CHECK_BUTTON} size="xs" aria-busy={isBusy || undefined} onClick={() => void (isBusy || run())}>
          {isBusy ? 'Checking…' : checks ? 'Check again' : 'Check'}
        </Button>
      }
    >
      <FormError error={failure} />
      {!checks && !failure && (
        <CardNote>
          {hasToken
            ? 'Asks Discord about token, intents, permissions and the order of roles. Changes nothing.'
            : 'Save a bot token first. The check then tells what is still missing.'}
        </CardNote>
      )}
      {checks && (
        <>
          <output className={classes.summary}>{summary(checks)}</output>
          <ul className={classes.checks} aria-busy={isBusy}>
            {/* Checks that need action are first. */}
            {checks
              .toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
              .map((check) => (
                <Check key={check.key} check={check} />
              ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const ORDER: Readonly<Record<DiscordCheck['state'], number>> = { missing: 0, warning: 1, unknown: 2, ok: 3 }

function Check({ check: { title, state, fix } }: { check: DiscordCheck }) {
  const { Icon, word } = STATES[state]
  return (
    <li className={classes.check} data-state={state}>
      <Icon className={classes.checkIcon} size={17} stroke={1.8} aria-hidden />
      <div>
        <Text inherit className="anywhere">
          <span className="visually-hidden">{word}: </span>
          {title}
        </Text>
        {fix && (
          <Text c="dimmed" size="sm" className="anywhere">
            {fix}
          </Text>
        )}
      </div>
    </li>
  )
}

function summary(checks: readonly DiscordCheck[]): string {
  const count = (state: DiscordCheck['state']) => checks.filter((check) => check.state === state).length
  if (count('missing') > 0) return count('missing') === 1 ? 'One thing is missing.' : `${count('missing')} things are missing.`
  if (count('warning') > 0) return 'Nothing is missing, but there is a warning.'
  return count('unknown') > 0 ? 'Nothing is missing that could be checked.' : 'Everything is as it should be.'
}
