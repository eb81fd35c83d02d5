import { Button, Progress } from '@mantine/core'
import { EveningStep, type CurrentUser, type FirstEvening } from '@tenfour/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCalendar } from '../../../platform/calendar/calendar.ts'
import { useCommunityName } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useServerStatuses } from '../../../platform/servers/server-statuses.ts'
import { Card } from '../../../ui/Card.tsx'
import { Row } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Step, Steps } from '../../../ui/Steps.tsx'
import { managedDepartmentsQuery } from '../../people/departments/departments.port.ts'
import { stepsOf } from './evening-steps.tsx'
import { refreshEvening, showSteps } from './first-evening.changes.port.ts'
import classes from './FirstEvening.module.css'

type FirstEveningProps = { readonly user: CurrentUser; readonly evening: FirstEvening }

/** The head of the home page while the checklist is on it. */
export function EveningHeader({ evening: { done } }: Pick<FirstEveningProps, 'evening'>) {
  const hide = useMutation({
    mutationFn: () => showSteps(false),
    onSuccess: () => {
      notify.success('The first evening is hidden. Open it again under Administration.')
      // The button that had the focus is gone.
      document.getElementById('main')?.focus()
    },
  })
  const steps = EveningStep.options.length
  const words = `${done.length} of ${steps}`
  return (
    <PageHeader
      title="Your first evening"
      subtitle={
        done.length === steps
          ? 'Every step is done: your community can play.'
          : 'Seven steps, about ten minutes. You can hide them and open them again under Administration.'
      }
      actions={
        <Row gap={12}>
          <span className="figures">{words}</span>
          <Progress className={classes.progress} value={(done.length / steps) * 100} aria-label={`${words} steps done`} />
          <Button variant="default" loading={hide.isPending} onClick={() => hide.mutate()}>
            Hide
          </Button>
        </Row>
      }
    />
  )
}

/** The steps in order. One is open: the first that is not done, or the one that was asked for. */
export function EveningSteps({ user, evening: { done, accounts, isWithoutDiscord = false } }: FirstEveningProps) {
  const communityName = useCommunityName()
  const { timeZone } = useCalendar()
  const departments = useQuery(managedDepartmentsQuery).data
  const { data: servers = [] } = useServerStatuses()
  const connected = servers.find(({ lastHeartbeatAt }) => lastHeartbeatAt !== null)?.name
  useRefreshed(`${communityName} ${user.userDepartments.length} ${Boolean(user.duty)} ${connected}`)

  const next = EveningStep.options.find((step) => !done.includes(step)) ?? null
  const [asked, setAsked] = useState<EveningStep | null>(null)
  const open = asked ?? next
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current !== open) focusOpenStep(list.current)
    before.current = open
  }, [open])

  const steps = stepsOf({
    user,
    done,
    accounts,
    isWithoutDiscord,
    communityName,
    timeZone,
    departments,
    connected,
    onDone: () => setAsked(null),
  })
  return (
    <Card flush>
      <Steps ref={list}>
        {EveningStep.options.map((step, index) => {
          const { title, words, action, content } = steps[step]
          const isDone = done.includes(step)
          const isOpen = step === open
          return (
            <Step key={step} number={index + 1} isDone={isDone} isOpen={isOpen} title={title} words={words}>
              {content ? (
                !isOpen && (
                  <Button size="xs" variant="default" onClick={() => setAsked(step)}>
                    {isDone ? 'Change' : action}
                    <span className="visually-hidden">&nbsp;{title}</span>
                  </Button>
                )
              ) : (
                <Row gap={8}>{action}</Row>
              )}
              {isOpen && content && (
                // A step that somebody works in stays open when it is done by something else, such as a game server's first heartbeat.
                <div className={classes.content} onFocus={() => setAsked(step)}>
                  {content}
                </div>
              )}
            </Step>
          )
        })}
      </Steps>
    </Card>
  )
}

/** Some of what the steps follow from is told to open pages: the steps are then read again. */
function useRefreshed(known: string): void {
  const before = useRef(known)
  useEffect(() => {
    if (before.current !== known) void refreshEvening()
    before.current = known
  }, [known])
}

/** Takes the focus along, from a control that is gone: to the first control of the step, or to the step while it has none yet. */
function focusOpenStep(list: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement !== document.body && !list?.contains(activeElement)) return
  const step = list?.querySelector<HTMLElement>('[data-open]')
  const control = step?.querySelector<HTMLElement>(':is(input, select, button, a):not([disabled])')
  ;(control ?? step)?.focus()
}
