import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { ServerInput, type ManagedServer } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { changeWords } from './managed-servers.ts'
import classes from './ServerDetail.module.css'
import { keepServer } from './servers.manage.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

const ENVIRONMENTS = [
  { value: 'prod', label: 'Production' },
  { value: 'dev', label: 'Development' },
]

/** Field values as typed: an empty maximum means no limit. */
const ServerForm = ServerInput.omit({ serverId: true, version: true }).extend({
  address: z.string().pipe(ServerInput.shape.address.unwrap()),
  maxPlayers: z
    .string()
    .trim()
    .regex(/^\d{0,6}$/, 'Enter a whole number')
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(ServerInput.shape.maxPlayers.unwrap()),
})

const valuesOf = (server: ManagedServer | null): z.input<typeof ServerForm> => ({
  name: server?.name ?? '',
  environment: server?.environment ?? 'prod',
  address: server?.address ?? '',
  maxPlayers: String(server?.maxPlayers ?? ''),
  kicksUnlisted: server?.kicksUnlisted ?? false,
})

type ServerDialogProps = {
  /** The server when the dialog was opened; null for a new one. */
  server: ManagedServer | null
  /** The current server. */
  latest: ManagedServer | undefined
  onClose: () => void
}

export function ServerDialog({ server, latest, onClose }: ServerDialogProps) {
  /** The version the fields were filled from, and that saving updates. */
  const [base, setBase] = useState(server)
  const form = useZodForm(ServerForm, valuesOf(server))
  // While saving, a newer version is most likely our own.
  const isOutdated = base !== null && latest !== undefined && latest.version > base.version && !form.submitting
  const goOnFrom = (now: ManagedServer, isTheirs: boolean) => {
    setBase(now)
    form.setFailure(null)
    form.setInitialValues(valuesOf(now))
    if (isTheirs) form.setValues(valuesOf(now))
  }
  const save = async (input: z.output<typeof ServerForm>) => {
    await keepServer(base ? { ...input, serverId: base.serverId, version: base.version } : input)
    notify.success(`${input.name} has been ${server ? 'saved' : 'added'}`)
    onClose()
  }
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={server ? `Edit ${server.name}` : 'Add a server'}>
      <Stack as="form" noValidate onSubmit={form.submit(save)}>
        {isOutdated ? (
          <Banner tone="warning" title="Someone else has changed this server in the meantime." announce>
            {changeWords(base, latest)}
            <span className={classes.choices}>
              <Button size="xs" variant="default" onClick={() => goOnFrom(latest, true)}>
                Use theirs
              </Button>
              <Button size="xs" variant="default" onClick={() => goOnFrom(latest, false)}>
                Keep mine
              </Button>
            </span>
          </Banner>
        ) : (
          <FormError error={form.failure} />
        )}
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label="Environment"
          description="Sets which of the two whitelists the server gets"
          data={ENVIRONMENTS}
          {...form.getInputProps('environment')}
        />
        <TextInput
          label="Address"
          description="Where players connect to"
          placeholder="play.example:30120"
          autoComplete="off"
          {...form.getInputProps('address')}
        />
        <TextInput
          label="Maximum players"
          description="Shown until the server reports its own"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('maxPlayers')}
        />
        <Switch
          label="Kick unlisted players"
          description="Players removed from the whitelist while playing are kicked, if the server's own configuration allows it"
          {...form.getInputProps('kicksUnlisted', { type: 'checkbox' })}
        />
        <Row justify="end" nowrap>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting} disabled={isOutdated}>
            {server ? 'Save' : 'Add server'}
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}
