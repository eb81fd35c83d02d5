import { dropDiscordErrand, retryDiscordErrand, type DiscordErrand } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { keepErrand, refreshErrands } from './discord.queries.ts'
import { ERRAND_STATES } from './discord.labels.ts'
import classes from './Errands.module.css'

export function errandColumns(now: Date, mayManage: boolean): Column<DiscordErrand>[] {
  const columns: Column<DiscordErrand>[] = [
    {
      id: 'created',
      header: 'Asked for',
      width: 116,
      cell: ({ createdAt }) => <span title={dateTime(createdAt)}>{relativeTime(createdAt, now)}</span>,
    },
    { id: 'what', header: 'Job', value: ({ title }) => title, cell: ({ title }) => <span className={classes.text}>{title}</span> },
    {
      id: 'state',
      header: 'State',
      width: 112,
      cell: ({ state }) => <StatusBadge tone={ERRAND_STATES[state].tone}>{ERRAND_STATES[state].word}</StatusBadge>,
    },
    { id: 'course', header: 'Result', cell: (errand) => <Course errand={errand} now={now} /> },
  ]
  if (!mayManage) return columns
  return [
    ...columns,
    { id: 'actions', header: 'Actions', hideHeader: true, align: 'right', width: 164, cell: (errand) => <Actions errand={errand} /> },
  ]
}

/** Why it failed or waits and when it is tried again; when it was done. */
function Course({ errand: { state, problem, attempts, runAt, endedAt }, now }: { errand: DiscordErrand; now: Date }) {
  const tries = attempts > 1 ? `${attempts.toLocaleString('en')} tries` : ''
  const when =
    state === 'held'
      ? 'waits for someone to confirm it'
      : endedAt !== null
        ? relativeTime(endedAt, now)
        : runAt !== null && Date.parse(runAt) > now.getTime()
          ? nextTry(Date.parse(runAt) - now.getTime())
          : 'next in line'
  return (
    <span className={classes.text}>
      {problem && <span className={state === 'failed' ? classes.problem : undefined}>{sentence(problem)} </span>}
      <span className={classes.when}>{[tries, when].filter(Boolean).join(', ')}</span>
    </span>
  )
}

const MINUTE = 60_000
const nextTry = (inMs: number): string => (inMs < MINUTE ? 'next try in under a minute' : `next try in ${duration(inMs / MINUTE)}`)
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const canAct = ({ state }: DiscordErrand): boolean => state === 'failed' || state === 'waiting'

function Actions({ errand }: { errand: DiscordErrand }) {
  const { errandId, title } = errand
  if (!canAct(errand)) return null
  const act = async (endpoint: typeof retryDiscordErrand | typeof dropDiscordErrand, outcome: string) => {
    const leave = besideRow(document.querySelector<HTMLElement>(`[data-errand="${errandId}"]`)?.closest('tr') ?? null)
    try {
      const changed = await call(endpoint, { params: { errandId }, body: {} })
      keepErrand(changed)
      notify.success(outcome)
      // The buttons are gone with the state that had them.
      if (!canAct(changed)) setTimeout(leave)
    } catch (error) {
      reportError(error)
      await refreshErrands()
    }
  }
  const drop = async () => {
    const isSure = await confirm({
      title: 'Drop this job?',
      body: 'This job will not be done in Discord and can’t be retried here. Nothing changes in the portal.',
      subject: title,
      confirmLabel: 'Drop job',
      danger: true,
    })
    if (isSure) await act(dropDiscordErrand, 'Job dropped')
  }
  return (
    <span className={classes.actions} data-errand={errandId}>
      <ActionButton size="compact-sm" variant="default" action={() => act(retryDiscordErrand, 'It is tried again now')}>
        Try again<span className="visually-hidden">: {title}</span>
      </ActionButton>
      <ActionButton size="compact-sm" variant="subtle" color="danger" action={drop}>
        Drop<span className="visually-hidden">: {title}</span>
      </ActionButton>
    </span>
  )
}
