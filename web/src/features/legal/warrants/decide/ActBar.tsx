import { Button, Textarea } from '@mantine/core'
import {
  changeWarrant,
  denyWarrant,
  passWarrant,
  recallWarrant,
  returnWarrant,
  takeBackWarrant,
  takeWarrant,
  type Warrant,
} from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { timeSince } from '../../../../platform/format/dates.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { SignDialog } from './SignDialog.tsx'
import { actorWords } from '../warrant.labels.ts'
import { keepWarrant, refreshWarrant, warrantQuery } from '../warrants.queries.ts'
import { z } from 'zod'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Stack } from '../../../../ui/layout.tsx'

type Asked = 'pass' | 'return' | 'deny' | 'sign' | 'recall'
type ActBarProps = {
  warrant: Warrant
  onDone: (saved: Warrant) => Promise<void>
  /** The focused button went with the right to use it. */
  onFocusLost: () => void
}

/** The acts that the user is allowed on a warrant. */
export function ActBar({ warrant, onDone, onFocusLost }: ActBarProps) {
  const pages = useLegalPages()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { warrantId, number, reviewer, version, may, state } = warrant
  const params = { warrantId }
  const close = () => setAsked(null)

  /** Throws what the dialog shows; on a conflict the warrant is loaded again, and what was typed stays. */
  const act = async (send: () => Promise<Warrant>, done: string): Promise<void> => {
    let saved: Warrant
    try {
      saved = await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      await refreshWarrant(warrantId).catch(reportError)
      const now = queryClient.getQueryData(warrantQuery(warrantId).queryKey)
      throw new Error([error.message, lastStep(now)].filter(Boolean).join('. '), { cause: error })
    }
    keepWarrant(saved)
    notify.success(`${number}: ${done}`)
    close()
    await onDone(saved)
  }
  const actAtOnce = async (send: () => Promise<Warrant>, done: string, failed: string) => {
    try {
      await act(send, done)
    } catch (error) {
      if (error instanceof Error && error.cause instanceof ApiError) notify.error(`${failed}. ${error.message}`)
      else reportError(error, failed)
      // Once the warrant is drawn as it is now.
      setTimeout(() => document.activeElement === document.body && onFocusLost())
    }
  }
  const take = async () => {
    if (state === 'review' && reviewer) {
      const isSure = await confirm({
        title: `Take ${number} over from ${actorWords(reviewer)}?`,
        body: 'They will no longer be the reviewer.',
        confirmLabel: 'Take over',
      })
      if (!isSure) return
    }
    await actAtOnce(() => call(takeWarrant, { params, body: { version } }), 'under review by you', `${number} was not taken`)
  }
  const takeBack = async () => {
    const isSure = await confirm({
      title: `Withdraw ${number}?`,
      body: 'You can change it and submit it again. Until then nobody can sign it.',
      confirmLabel: 'Withdraw',
    })
    if (isSure) await actAtOnce(() => call(takeBackWarrant, { params, body: { version } }), 'withdrawn', `${number} was not withdrawn`)
  }
  const change = async () => {
    try {
      const { draftId } = await call(changeWarrant, { params })
      await navigate({ to: pages.draft, params: { draftId: String(draftId) } })
    } catch (error) {
      reportError(error, `${number} was not opened for changes`)
    }
  }
  return (
    <>
      {may.take && (
        <ActionButton size="xs" variant={may.sign ? 'default' : 'filled'} action={take}>
          {state === 'review' ? 'Take over' : 'Take'}
        </ActionButton>
      )}
      {may.takeBack && (
        <ActionButton size="xs" variant="default" action={takeBack}>
          Withdraw
        </ActionButton>
      )}
      {may.change && (
        <ActionButton size="xs" action={change}>
          Change
        </ActionButton>
      )}
      {may.return && (
        <Button size="xs" variant="default" onClick={() => setAsked('return')}>
          Return…
        </Button>
      )}
      {may.pass && (
        <Button size="xs" variant={may.sign ? 'default' : 'filled'} onClick={() => setAsked('pass')}>
          Pass to a judge
        </Button>
      )}
      {may.deny && (
        <Button size="xs" variant="outline" color="danger" onClick={() => setAsked('deny')}>
          Deny…
        </Button>
      )}
      {may.recall && (
        <Button size="xs" variant="outline" color="danger" onClick={() => setAsked('recall')}>
          Recall…
        </Button>
      )}
      {may.sign && (
        <Button size="xs" onClick={() => setAsked('sign')}>
          Sign…
        </Button>
      )}
      {asked === 'pass' && (
        <PassDialog
          number={number}
          onPass={(remark) => act(() => call(passWarrant, { params, body: { version, remark } }), 'passed to a judge')}
          onClose={close}
        />
      )}
      {asked === 'return' && (
        <ReasonDialog
          title={`Return ${number}`}
          description="What the writer is to change"
          submitLabel="Return"
          onSubmit={(reason) => act(() => call(returnWarrant, { params, body: { version, reason } }), 'returned')}
          onClose={close}
        />
      )}
      {asked === 'deny' && (
        <ReasonDialog
          title={`Deny ${number}`}
          text="A denied warrant is closed. The writer has to draft a new one."
          description="The writer sees it"
          submitLabel="Deny"
          danger
          onSubmit={(reason) => act(() => call(denyWarrant, { params, body: { version, reason } }), 'denied')}
          onClose={close}
        />
      )}
      {asked === 'recall' && (
        <ReasonDialog
          title={`Recall ${number}`}
          text="It can no longer be served."
          description="Shown on the warrant and in its history"
          submitLabel="Recall"
          danger
          onSubmit={(reason) => act(() => call(recallWarrant, { params, body: { version, reason } }), 'recalled')}
          onClose={close}
        />
      )}
      {asked === 'sign' && <SignDialog warrant={warrant} act={act} onClose={close} />}
    </>
  )
}

/** The last step of a warrant: 'Returned by V. Oakes, 22:16'. */
function lastStep(warrant: Warrant | undefined): string {
  const step = warrant?.history[0]
  return step ? `${step.title}${step.by ? ` by ${actorWords(step.by)}` : ''}, ${timeSince(step.at)}` : ''
}

const PassForm = z.object({ remark: z.string().trim().max(500, 'A remark has at most 500 characters') })
type PassDialogProps = { number: string; onPass: (remark: string) => Promise<void>; onClose: () => void }

export function PassDialog({ number, onPass, onClose }: PassDialogProps) {
  const form = useZodForm(PassForm, { remark: '' })
  return (
    <FormModal title={`Pass ${number} to a judge`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(({ remark }) => onPass(remark))}>
        <FormError error={form.failure} />
        <Textarea
          label="Remark"
          description="Optional, for those who sign"
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('remark')}
        />
        <FormButtons submitLabel="Pass on" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
