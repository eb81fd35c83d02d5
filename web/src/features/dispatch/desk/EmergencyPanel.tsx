import { Columns, Stack } from '../../../ui/layout.tsx'
import classes from './Emergency.module.css'
import { OwnCalls } from './OwnCalls.tsx'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { listOwnRecords } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconPhoneCall } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { TextCombo } from '../../../ui/TextCombo.tsx'
import { useBoard, useBoardActions } from '../board/board.port.ts'
import { useCallTypes, useEmergencyNumbers } from '../cad-values/cad-values.port.ts'
import { callerNames, callerSent, EmergencyForm, keepEmergency, loadEmergency, numberCalled, plainTypes, SENT } from './emergency-form.ts'

/** For civilians: calling 911, and the state of their calls. */
export function EmergencyPanel() {
  return (
    <div className={classes.panel}>
      <div className={classes.columns}>
        <CallEmergency />
        <OwnCalls />
      </div>
    </div>
  )
}

/** Beside the records themselves, under their key: refreshed when a character is played or put away. */
const charactersQuery = queryOptions({
  queryKey: ['own-records', 'callers'],
  queryFn: ({ signal }) => call(listOwnRecords, { quiet: true, signal }),
  select: ({ characters }) => characters,
  meta: { handled: true },
})
const NOBODY: readonly string[] = []

function CallEmergency() {
  const { userId, name } = useSignedInUser()
  const { createCall } = useBoardActions()
  const types = useCallTypes()
  const numbers = useEmergencyNumbers()
  const serverId = useBoard((state) => state.serverId)
  const characters = useQuery(charactersQuery)
  const names = characters.data ? callerNames(characters.data, serverId, name) : NOBODY
  const form = useZodForm(EmergencyForm, loadEmergency(localStore, userId, name))
  const [sentId, setSentId] = useState<number | null>(null)
  const values = form.getValues()
  useEffect(() => keepEmergency(localStore, userId, values), [userId, values])

  const number = numberCalled(values.number, numbers)?.number
  const send = async ({ callTypeId, caller, ...said }: z.output<typeof EmergencyForm>) => {
    const called = { ...said, number, source: '911' as const }
    const callId = await createCall({ ...called, caller: callerSent(caller), callTypeId: callTypeId || undefined })
    if (callId === undefined) return
    setSentId(callId)
    form.setValues(SENT)
  }
  return (
    <Stack as="section" gap={14} className={classes.card} aria-labelledby="emergency-title">
      <h2 id="emergency-title" className={classes.title}>
        <IconPhoneCall size={20} stroke={1.8} aria-hidden /> Call {number}
      </h2>
      <Stack as="form" gap={14} noValidate aria-labelledby="emergency-title" onSubmit={form.submit(send)}>
        <FormError error={form.failure} />
        {sentId !== null && values.narrative === '' && (
          <Banner tone="info" announce title={`Call ${sentId} has been received.`}>
            Follow its progress here.
          </Banner>
        )}
        {numbers.length > 1 && (
          <NativeSelect
            label="Number"
            value={number}
            onChange={({ currentTarget }) => form.setFieldValue('number', currentTarget.value)}
            data={numbers.map((each) => ({ value: each.number, label: `${each.number} ${each.name}` }))}
          />
        )}
        <Textarea
          label="What happened?"
          withAsterisk
          autosize
          minRows={4}
          maxRows={10}
          placeholder="A car hit a cyclist, she is awake but can’t get up"
          data-panel-focus
          {...form.getInputProps('narrative')}
        />
        <Columns of="minmax(0, 1fr) 110px" gap={12}>
          <TextInput
            label="Where?"
            withAsterisk
            maxLength={160}
            placeholder="Alta St, in front of the bank"
            {...form.getInputProps('location')}
          />
          <TextInput label="Postal" maxLength={16} inputMode="numeric" placeholder="8077" {...form.getInputProps('postal')} />
        </Columns>
        <NativeSelect
          label="What kind of help?"
          description="If you are not sure, the dispatcher decides"
          value={String(values.callTypeId)}
          onChange={({ currentTarget }) => form.setFieldValue('callTypeId', Number(currentTarget.value))}
          data={[
            { value: '0', label: 'Not sure' },
            ...plainTypes(types).map(({ callTypeId, name: label }) => ({ value: String(callTypeId), label })),
          ]}
        />
        <TextCombo
          label="Your name"
          description="As you give it on the phone; leave blank to remain anonymous"
          maxLength={120}
          text={values.caller ?? names[0] ?? ''}
          onText={(caller) => {
            form.setFieldValue('caller', caller)
            form.clearFieldError('caller')
          }}
          error={form.errors['caller']}
          suggestions={names.filter((each) => each !== (values.caller ?? names[0]))}
          listLabel="Your characters"
        />
        <Button type="submit" color="danger" size="md" loading={form.submitting} leftSection={<IconPhoneCall size={18} aria-hidden />}>
          Call {number}
        </Button>
      </Stack>
    </Stack>
  )
}
