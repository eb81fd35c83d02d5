import { Button, PasswordInput, TextInput } from '@mantine/core'
import {
  ADDRESS_LINK_HOURS,
  askAddressChange,
  CurrentPassword,
  EmailAddress,
  endAddressChange,
  getAddressChange,
  type CurrentUser,
} from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { timeSince } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { InlineButton } from '../../../ui/TextButton.tsx'

const keyOf = (userId: number) => ['address-change', userId]

type AddressFieldProps = {
  user: CurrentUser
  /** Shows the fields once a member without a password has confirmed that it is them. */
  confirmed: (fields: ReactNode) => ReactNode
}

/** The member's email address, which changes by mail, and the one that waits to be confirmed. */
export function AddressField({ user, confirmed }: AddressFieldProps) {
  const { userId, emailAddress } = user
  const [isOpen, setOpen] = useState(false)
  // The account's version advances when the address is confirmed.
  const { data } = useQuery({
    queryKey: [...keyOf(userId), emailAddress],
    queryFn: ({ signal }) => call(getAddressChange, { params: { userId }, signal, quiet: true }),
    meta: { handled: true },
  })
  const pending = data?.pending
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(userId) })
  const end = () => call(endAddressChange, { params: { userId } }).then(refresh).catch(reportError)
  return (
    <div>
      <TextInput
        label="Email address"
        type="email"
        value={emailAddress}
        readOnly
        rightSectionWidth={86}
        rightSection={
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)} aria-label="Change email address">
            Change
          </Button>
        }
      />
      {pending && (
        <p className="muted small" style={{ overflowWrap: 'anywhere' }}>
          Open the mail to {pending.emailAddress} to confirm that address, until {timeSince(pending.expiresAt)}.{' '}
          <InlineButton onClick={() => void end()}>Keep the current one</InlineButton>
        </p>
      )}
      {isOpen && (
        <ChangeDialog
          user={user}
          confirmed={confirmed}
          onClose={() => setOpen(false)}
          onAsked={async (asked) => {
            await refresh()
            setOpen(false)
            notify.success(`Open the mail to ${asked} to confirm it`)
          }}
        />
      )}
    </div>
  )
}

const Change = z.object({ emailAddress: EmailAddress, currentPassword: CurrentPassword })
const ChangeConfirmed = z.object({ emailAddress: EmailAddress, currentPassword: z.string() })
const UNCONFIRMED = { message: 'Confirm with Discord that it is you, then try again.' }

type ChangeDialogProps = AddressFieldProps & { onClose: () => void; onAsked: (emailAddress: string) => Promise<void> }

function ChangeDialog({ user: { userId, emailAddress, hasPassword = true }, confirmed, onClose, onAsked }: ChangeDialogProps) {
  const form = useZodForm(hasPassword ? Change : ChangeConfirmed, { emailAddress: '', currentPassword: '' })
  const ask = async ({ currentPassword, ...body }: z.output<typeof Change>) => {
    await call(askAddressChange, { params: { userId }, body: { ...body, ...(hasPassword && { currentPassword }) } })
    await onAsked(body.emailAddress)
  }
  const last = <FormButtons submitLabel="Send mail" isSubmitting={form.submitting} onCancel={onClose} />
  return (
    // A submit of this form would go on to the profile, which the dialog is opened from.
    <div onSubmit={(event) => event.stopPropagation()}>
      <FormModal title="Change email address" onClose={onClose} isDirty={form.isDirty()}>
        <Stack as="form" noValidate aria-label="Change email address" onSubmit={form.submit(ask)}>
          <FormError error={form.failure} />
          {!hasPassword && form.errors['currentPassword'] && <FormError error={UNCONFIRMED} />}
          <p className="muted">
            You get a mail at the new address with a link that works for {ADDRESS_LINK_HOURS} hours. Until you open it, you sign in with{' '}
            {emailAddress}, which is told too.
          </p>
          <input type="hidden" name="username" autoComplete="username" value={emailAddress} readOnly />
          <TextInput
            label="New email address"
            type="email"
            withAsterisk
            data-autofocus
            autoComplete="email"
            {...form.getInputProps('emailAddress')}
          />
          {hasPassword && (
            <PasswordInput
              label="Current password"
              withAsterisk
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
              aria-invalid={form.errors['currentPassword'] !== undefined}
            />
          )}
          {hasPassword ? last : confirmed(last)}
        </Stack>
      </FormModal>
    </div>
  )
}
