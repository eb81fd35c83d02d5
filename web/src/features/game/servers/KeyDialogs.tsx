import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { ServerKeyInput, type ServerKey, type ServerKeyKind } from '@tenfour/contract'
import { z } from 'zod'
import { Banner } from '../../../ui/Banner.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { CONFIG_LABEL, CopiedText } from './CopiedText.tsx'
import { configLines, KEY_KINDS } from './managed-servers.ts'
import { ResourceButton } from './ResourceButton.tsx'
import { addKey, replaceKey } from './servers.manage.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

export type Shown = { readonly kind: ServerKeyKind; readonly name: string; readonly key: string }
type DialogProps = { serverId: number; onClose: () => void; onIssued: (shown: Shown) => void }

const KINDS = ServerKeyInput.shape.kind.options.map((value) => ({ value, label: KEY_KINDS[value] }))

export function IssueKeyDialog({ serverId, onClose, onIssued }: DialogProps) {
  const form = useZodForm(ServerKeyInput, { kind: 'server', name: '' })
  const issue = async (input: ServerKeyInput) => onIssued({ ...input, ...(await addKey(serverId, input)) })
  return (
    <FormModal title="Issue a key" onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" noValidate onSubmit={form.submit(issue)}>
        <FormError error={form.failure} />
        <NativeSelect
          label="For"
          description="A key for screens can read what the in-game display shows, and nothing else"
          data={KINDS}
          {...form.getInputProps('kind')}
        />
        <TextInput
          label="Name"
          description="To tell keys apart: where it is used"
          withAsterisk
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Actions onClose={onClose} isBusy={form.submitting} label="Issue key" />
      </Stack>
    </FormModal>
  )
}

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '15', label: 'After 15 minutes' },
  { value: '60', label: 'After an hour' },
  { value: '1440', label: 'After a day' },
]
const RotateForm = z.object({ overlap: z.string().transform(Number) })

export function RotateKeyDialog({ serverId, replaced, onClose, onIssued }: DialogProps & { replaced: ServerKey }) {
  const form = useZodForm(RotateForm, { overlap: '60' })
  const rotate = async ({ overlap }: { overlap: number }) =>
    onIssued({ kind: replaced.kind, name: replaced.name, ...(await replaceKey(serverId, replaced.keyId, overlap)) })
  return (
    <FormModal title={`Rotate ${replaced.name}`} onClose={onClose}>
      <Stack as="form" noValidate onSubmit={form.submit(rotate)}>
        <FormError error={form.failure} />
        <Text c="dimmed" inherit>
          A new key takes the place of this one. Until the old one ends both are valid, which leaves time to change server.cfg and restart.
        </Text>
        <NativeSelect label="The old key ends" data={OVERLAPS} data-autofocus {...form.getInputProps('overlap')} />
        <Actions onClose={onClose} isBusy={form.submitting} label="Rotate key" />
      </Stack>
    </FormModal>
  )
}

function Actions({ onClose, isBusy, label }: { onClose: () => void; isBusy: boolean; label: string }) {
  return (
    <Row justify="end" nowrap>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
    </Row>
  )
}

/** The key is shown only once, so only its button closes the dialog. */
export function ShownKeyDialog({ shown: { kind, name, key }, onClose }: { shown: Shown; onClose: () => void }) {
  const lines = configLines(kind, key, window.location.origin)
  return (
    <FormModal title={`Key: ${name}`} onClose={onClose} staysOpen>
      <Stack>
        <Banner tone="warning" title="Copy it now.">
          Shown only once. Anyone with it can act as this server.
        </Banner>
        <CopiedText label="Key" text={key} what="the key" />
        <CopiedText label={CONFIG_LABEL} text={lines} what="the lines for server.cfg" />
        {kind === 'server' && (
          <Stack gap={6} align="start">
            <Text size="sm">
              They need the resource in the folder <span className="mono">resources</span> of the game server: unpack it there.
            </Text>
            <ResourceButton />
          </Stack>
        )}
        <Row justify="end" nowrap>
          <Button onClick={onClose} data-autofocus>
            I have copied it
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}
