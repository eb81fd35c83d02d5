import { NativeSelect, TextInput } from '@mantine/core'
import { accessSubject, admin, isAllowed, ServerRecordsInput, type ServerRecords } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { keepServerRecords, serverRecordsQuery } from './servers.manage.ts'

type RecordsCardProps = { readonly serverId: number; readonly version: number }

/** How the characters and vehicles of the game come into the portal. */
export function RecordsCard({ serverId, version }: RecordsCardProps) {
  const records = useQuery(serverRecordsQuery(serverId, version))
  return (
    <Card title="Characters of the game">
      {records.isError ? (
        <CardError what="How characters come in" onRetry={records.refetch} />
      ) : records.data ? (
        <RecordsForm key={`${records.data.serverId} ${records.data.version}`} records={records.data} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}

const LEADERS = [
  { value: 'game', label: 'The game leads' },
  { value: 'portal', label: 'The portal leads' },
]

function RecordsForm({ records }: { records: ServerRecords }) {
  const { serverId, version, isLedByGame, database, databases, unowned } = records
  const isAdmin = isAllowed(admin, accessSubject(useSignedInUser()))
  const names = useId()
  const form = useZodForm(ServerRecordsInput, { isLedByGame, database })
  const save = async (input: ServerRecordsInput) => {
    await keepServerRecords(serverId, { ...input, version })
    notify.success('How characters come in has been saved')
  }
  const { isLedByGame: isLed } = form.getValues()
  return (
    <Stack as="form" gap={12} noValidate onSubmit={form.submit(save)}>
      <CardNote>{unownedWords(unowned)}</CardNote>
      <FormError error={form.failure} />
      <NativeSelect
        label="Last word on a character"
        description={
          isLed
            ? 'Members can’t change here what the game says of their characters'
            : 'Members change their characters here; the game fills in what is missing'
        }
        data={LEADERS}
        value={isLed ? 'game' : 'portal'}
        onChange={({ currentTarget }) => form.setFieldValue('isLedByGame', currentTarget.value === 'game')}
      />
      <TextInput
        label="Shared database"
        description={
          isAdmin
            ? 'Servers with the same name here have the same characters. Leave it empty if this server has its own'
            : 'Servers with the same name have the same characters. An Admin decides it'
        }
        placeholder="None"
        autoComplete="off"
        list={names}
        readOnly={!isAdmin}
        {...form.getInputProps('database')}
      />
      <datalist id={names}>
        {databases.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {form.isDirty() && <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={form.reset} />}
    </Stack>
  )
}

const unownedWords = (count: number) =>
  count === 0
    ? 'Characters come in as the game hands them over. None of them waits for a player to have an account.'
    : `${count === 1 ? 'One character' : `${count.toLocaleString('en')} characters`} of players without an account. Lookups find them.`
