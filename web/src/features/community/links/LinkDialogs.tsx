import { PasswordInput } from '@mantine/core'
import { CurrentPassword, linkByDiscordCode, startDiscordLink, type readDiscordLinkCode, type ResponseOf } from '@tenfour/contract'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from './Discord.module.css'
import { refreshLink, startDiscord, usePageRestored } from './links.queries.ts'

const SETTINGS = '/user/settings'

/** A code of `/link`, and the Discord account that asked for it. */
export type LinkCode = Pick<ResponseOf<typeof readDiscordLinkCode>, 'username' | 'displayName'> & { readonly code: string }

/** Before leaving for Discord's page, where the account is chosen. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  usePageRestored(onClose)
  const leave = (currentPassword: string, signal: AbortSignal) =>
    startDiscord('link', (origin) => call(startDiscordLink, { body: { origin, currentPassword }, signal }), SETTINGS)
  return (
    <PasswordDialog title="Link Discord account" submitLabel="Continue to Discord" onSubmit={leave} onClose={onClose}>
      <p className={layout.text}>You can sign in with a linked Discord account, so confirm that it is you.</p>
    </PasswordDialog>
  )
}

/** With a code of `/link`, whose address someone else may have sent. */
export function LinkCodeDialog({ code: { code, username, displayName }, onClose }: { code: LinkCode; onClose: () => void }) {
  const link = async (currentPassword: string) => {
    const linked = await call(linkByDiscordCode, { body: { code, currentPassword } })
    await refreshLink()
    notify.success(`Your Discord account ${linked.username} is linked`)
    onClose()
  }
  return (
    <PasswordDialog title={`Link Discord account ${displayName} to your account?`} submitLabel="Link" onSubmit={link} onClose={onClose}>
      <p className={layout.text}>
        The owner of <strong className={classes.name}>{username}</strong> can then sign in as you. Go on only if you used /link in Discord
        yourself just now.
      </p>
    </PasswordDialog>
  )
}

const Confirmation = z.object({ currentPassword: CurrentPassword })

type PasswordDialogProps = {
  title: string
  submitLabel: string
  /** The consequences, above the field. */
  children: ReactNode
  /** `signal` is aborted once the dialog is closed. */
  onSubmit: (currentPassword: string, signal: AbortSignal) => Promise<void>
  onClose: () => void
}

function PasswordDialog({ title, submitLabel, children, onSubmit, onClose }: PasswordDialogProps) {
  const { emailAddress } = useSignedInUser()
  const confirmation = useZodForm(Confirmation, { currentPassword: '' })
  const [closing] = useState(() => new AbortController())
  const [isDone, setDone] = useState(false)
  const close = () => {
    closing.abort()
    onClose()
  }
  const submit = async ({ currentPassword }: z.infer<typeof Confirmation>) => {
    await onSubmit(currentPassword, closing.signal)
    // Busy for as long as it is still there: Discord's page takes a moment to load.
    setDone(true)
  }
  return (
    <FormModal title={title} onClose={close}>
      <form className={layout.form} noValidate onSubmit={confirmation.submit(submit)}>
        <FormError error={confirmation.failure} />
        {children}
        <input type="hidden" name="username" autoComplete="username" value={emailAddress} readOnly />
        <PasswordInput
          label="Current password"
          withAsterisk
          data-autofocus
          autoComplete="current-password"
          {...confirmation.getInputProps('currentPassword')}
          // The library marks an invalid password field only visually.
          aria-invalid={confirmation.errors['currentPassword'] !== undefined}
        />
        <FormButtons submitLabel={submitLabel} isSubmitting={confirmation.submitting || isDone} onCancel={close} />
      </form>
    </FormModal>
  )
}
