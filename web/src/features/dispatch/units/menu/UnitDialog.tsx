import { TextInput } from '@mantine/core'
import { Identifier, PingInput, RadioChannel, type PatrolUnit } from '@tenfour/contract'
import { z } from 'zod'
import { notify } from '../../../../platform/notify/notify.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { signsInShort } from '../../../../panels/unit-drag.ts'
import { useBoardActions } from '../../board/board.port.ts'
import { ChannelInput } from '../UnitParts.tsx'
import { common } from './unit-menu.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { Stack } from '../../../../ui/layout.tsx'

export type DialogKind = 'ping' | 'identifier' | 'channel'
type UnitDialogProps = { units: readonly PatrolUnit[]; onClose: () => void }

export function UnitDialog({ kind, ...props }: UnitDialogProps & { kind: DialogKind }) {
  switch (kind) {
    case 'ping':
      return <PingDialog {...props} />
    case 'identifier':
      return <IdentifierDialog {...props} />
    case 'channel':
      return <ChannelDialog {...props} />
  }
}

const IdentifierForm = z.object({ identifier: Identifier })
const ChannelForm = z.object({ channel: RadioChannel })

const signsOf = (units: readonly PatrolUnit[]) => signsInShort(units.map(({ identifier }) => identifier))

export function PingDialog({ units, onClose }: UnitDialogProps) {
  const actions = useBoardActions()
  const form = useZodForm(PingInput, { message: '' })
  const signs = signsOf(units)
  const send = async ({ message }: PingInput) => {
    const sent = await Promise.all(units.map(({ userId }) => actions.ping(userId, message)))
    if (!sent.includes(true)) return
    notify.success(`${signs} pinged; you are told when they answer`)
    onClose()
  }
  return (
    <FormModal title={`Ping ${signs}`} onClose={onClose} isDirty={form.isDirty()} size={460}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(send)}>
        <TextInput
          label="Message"
          description="Optional. It stays on their screen until they acknowledge it"
          placeholder="Status check"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <FormButtons submitLabel="Ping" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

function IdentifierDialog({ units: [unit], onClose }: UnitDialogProps) {
  const actions = useBoardActions()
  const form = useZodForm(IdentifierForm, { identifier: unit?.identifier ?? '' })
  if (!unit) return null
  const save = async ({ identifier }: { identifier: string }) => {
    if (identifier === unit.identifier || (await actions.setIdentifier(unit.userId, identifier))) onClose()
  }
  return (
    <FormModal title={`Call sign of ${unit.name}`} onClose={onClose} isDirty={form.isDirty()} size={400}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <TextInput
          label="Call sign"
          withAsterisk
          maxLength={16}
          autoComplete="off"
          data-autofocus
          classNames={{ input: 'mono' }}
          {...form.getInputProps('identifier')}
        />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

function ChannelDialog({ units, onClose }: UnitDialogProps) {
  const actions = useBoardActions()
  const form = useZodForm(ChannelForm, { channel: common(units, ({ channel }) => channel) ?? '' })
  const save = async ({ channel }: { channel: string }) => {
    const saved = await Promise.all(units.map(({ userId }) => actions.setChannel(userId, channel)))
    if (saved.includes(true)) onClose()
  }
  return (
    <FormModal title={`Radio channel of ${signsOf(units)}`} onClose={onClose} isDirty={form.isDirty()} size={400}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <ChannelInput
          label="Channel"
          description="Empty for none"
          maxLength={16}
          isDialogFocus
          text={form.getValues().channel}
          onText={(channel) => {
            form.setFieldValue('channel', channel)
            form.clearFieldError('channel')
          }}
          error={form.errors['channel']}
        />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
