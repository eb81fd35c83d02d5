import { Button, TextInput } from '@mantine/core'
import {
  accessSubject,
  cadDepartment,
  decideCorrection,
  decideGap,
  isAllowed,
  type Correction,
  type PatrolDetail,
  type PatrolGap,
} from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { refreshPatrols } from '../patrols/patrols.queries.port.ts'
import { PatrolTimeline } from '../patrols/timeline/PatrolTimeline.port.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'

type PatrolViewProps = {
  patrol: PatrolDetail
  /** Called after a decision that leaves nothing to decide on this patrol. */
  onDecided?: (() => void) | undefined
}

/** One patrol's timeline, with the decisions that wait on it. */
export function PatrolView({ patrol, onDecided }: PatrolViewProps) {
  const user = useSignedInUser()
  const now = useNow()
  const canDecide = patrol.canDecide && patrol.userId !== user.userId
  const root = useRef<HTMLDivElement>(null)
  const isDeciding = useRef(false)
  const setDeciding = (isNow: boolean) => {
    isDeciding.current = isNow
  }
  const settle = async (decided: Decided) => {
    await refreshPatrols()
    if (isDone(patrol, decided)) onDecided?.()
  }
  useEffect(() => {
    // The pressed button went with the decision, so the focus moves on to the next decision.
    if (!isDeciding.current || document.activeElement !== document.body) return
    isDeciding.current = false
    ;(root.current?.querySelector<HTMLElement>('[data-decision] button') ?? root.current)?.focus()
  }, [patrol.version, patrol.corrections])
  const shared = { onSettled: settle, onDeciding: setDeciding }
  const renderGap = (gap: PatrolGap) => <GapDecision key={gap.gapId} gap={gap} patrol={patrol} {...shared} />
  const renderCorrection = (correction: Correction) =>
    correction.state === 'asked' && <CorrectionDecision key={correction.correctionId} correction={correction} {...shared} />
  return (
    <Stack ref={root} tabIndex={-1} gap={12} className={classes.patrol}>
      {patrol.canDecide && patrol.userId === user.userId && <CardNote>This is your own patrol: someone else decides on it.</CardNote>}
      <PatrolTimeline
        patrol={patrol}
        now={now}
        linksReports={isAllowed(cadDepartment, accessSubject(user))}
        gapActions={canDecide ? renderGap : undefined}
        correctionActions={canDecide ? renderCorrection : undefined}
      />
    </Stack>
  )
}

type Decided = { readonly gapId?: number; readonly correction?: Correction; readonly isAccepted?: boolean }

const waits = ({ isCounted, decided }: PatrolGap): boolean => !isCounted && decided === null

/** Whether anything is left to decide on the patrol after this. */
export function isDone(
  { gaps, corrections }: Pick<PatrolDetail, 'gaps' | 'corrections'>,
  { gapId, correction, isAccepted }: Decided,
): boolean {
  const asked = corrections.filter(({ state, correctionId }) => state === 'asked' && correctionId !== correction?.correctionId)
  const open = correction?.countsGaps && isAccepted ? [] : gaps.filter((gap) => waits(gap) && gap.gapId !== gapId)
  return asked.length === 0 && open.length === 0
}

type DecisionProps = {
  /** The usual choice, and the other. */
  choices: readonly [Choice, Choice]
  /** Throws the error to show. */
  decide: (choice: Choice, note: string) => Promise<void>
  onDeciding: OnDeciding
  /** Takes the focus of the button that it replaces. */
  takesFocus?: boolean
}
/** Called with true while a decision is being sent: its buttons may be gone afterwards. */
type OnDeciding = (isDeciding: boolean) => void
type Choice = { readonly label: string; readonly isYes: boolean; readonly isPrimary: boolean }

/** Someone else decided meanwhile, or the gap or correction is gone: this form may disappear with the next answer. */
const isOvertaken = (error: unknown): boolean => error instanceof ApiError && (error.status === 409 || error.status === 404)

/** A note and two answers. An error is shown here, and the note stays. */
function Decision({ choices, decide, onDeciding, takesFocus = false }: DecisionProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (choice: Choice) => {
    setProblem(null)
    onDeciding(true)
    try {
      await decide(choice, note.trim())
    } catch (error) {
      // Shown as a toast, because this form may disappear.
      if (isOvertaken(error)) reportError(error)
      else {
        onDeciding(false)
        if (!(error instanceof ApiError)) reportError(error)
        setProblem(errorInfo(error).message)
      }
      await refreshPatrols().catch(reportError)
    }
  }
  return (
    <Stack gap={8} style={{ width: '100%' }} data-decision>
      {problem && (
        <Banner tone="danger" announce>
          {problem}
        </Banner>
      )}
      <TextInput
        size="xs"
        label="Note"
        description="The member sees it"
        maxLength={500}
        ref={field}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Row>
        {choices.map((choice) => (
          <ActionButton key={choice.label} size="xs" variant={choice.isPrimary ? 'filled' : 'default'} action={() => run(choice)}>
            {choice.label}
          </ActionButton>
        ))}
      </Row>
    </Stack>
  )
}

type Shared = { onSettled: (decided: Decided) => Promise<void>; onDeciding: OnDeciding }
type GapDecisionProps = Shared & { gap: PatrolGap; patrol: PatrolDetail }

function GapDecision({ gap, patrol, onSettled, onDeciding }: GapDecisionProps) {
  const [isChanging, setChanging] = useState(false)
  const { gapId, isCounted, decided } = gap
  if (!waits(gap) && !isChanging)
    return (
      <Button size="compact-xs" variant="subtle" onClick={() => setChanging(true)}>
        {decided ? 'Change decision' : 'Leave out'}
      </Button>
    )
  const decide = async ({ isYes }: Choice, note: string) => {
    await call(decideGap, { params: { gapId }, body: { isCounted: isYes, note, version: patrol.version } })
    notify.success(isYes ? 'The time is counted' : 'The time is left out')
    setChanging(false)
    await onSettled({ gapId })
  }
  return (
    <Decision
      choices={[
        { label: 'Count', isYes: true, isPrimary: !isCounted || decided !== null },
        { label: 'Leave out', isYes: false, isPrimary: isCounted && decided === null },
      ]}
      decide={decide}
      onDeciding={onDeciding}
      takesFocus={isChanging}
    />
  )
}

function CorrectionDecision({ correction, onSettled, onDeciding }: Shared & { correction: Correction }) {
  const decide = async ({ isYes }: Choice, note: string) => {
    await call(decideCorrection, { params: { correctionId: correction.correctionId }, body: { isAccepted: isYes, note } })
    notify.success(isYes ? 'The correction is accepted' : 'The correction is declined')
    await onSettled({ correction, isAccepted: isYes })
  }
  return (
    <Decision
      choices={[
        { label: 'Accept', isYes: true, isPrimary: true },
        { label: 'Decline', isYes: false, isPrimary: false },
      ]}
      decide={decide}
      onDeciding={onDeciding}
    />
  )
}
