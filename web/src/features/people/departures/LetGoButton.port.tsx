import { Button, Checkbox, Textarea } from '@mantine/core'
import { letMemberGo, Reason } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import type { Changes } from './departures.changes.ts'

const LetGo = z.object({ reason: Reason, mayNotReturn: z.boolean() })

type LetGoButtonProps = { member: { readonly userId: number; readonly name: string }; changes: Changes; onDone: () => unknown }

/** Lets a member go in one step, after saying what that takes away. */
export function LetGoButton({ member, changes, onDone }: LetGoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" color="danger" onClick={() => setOpen(true)}>
        Let go
      </Button>
      {isOpen && <LetGoDialog member={member} changes={changes} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

function LetGoDialog({ member: { userId, name }, changes, onDone, onClose }: LetGoButtonProps & { onClose: () => void }) {
  const form = useZodForm(LetGo, { reason: '', mayNotReturn: false })
  const letGo = async (body: z.infer<typeof LetGo>) => {
    await call(letMemberGo, { params: { userId }, body })
    notify.success(`${name} was let go`)
    onClose()
    await onDone()
  }
  return (
    <FormModal title={`Let ${name} go`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" noValidate aria-label={`Let ${name} go`} onSubmit={form.submit(letGo)}>
        <FormError error={form.failure} />
        <p className="flush">
          They go off duty, lose the following, and are signed out. What they did stays on record, and staff can reinstate them with what
          they had.
        </p>
        {changes({ userId, departure: 'let-go' })}
        <Textarea
          label="Reason"
          description="Staff see it in Former members"
          withAsterisk
          data-autofocus
          rows={3}
          {...form.getInputProps('reason')}
        />
        <Checkbox
          label="May not return"
          description="Their email address, Steam hex, Discord account and license are refused wherever someone joins, until you lift that in Former members."
          {...form.getInputProps('mayNotReturn', { type: 'checkbox' })}
        />
        <FormButtons submitLabel="Let go" danger isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
