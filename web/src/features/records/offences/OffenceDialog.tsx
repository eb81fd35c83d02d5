import { Autocomplete, Button, NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { finesSwitch, MAX_FINE, MAX_JAIL_MINUTES, MAX_POINTS, OffenceInput, OffenceType, type Offence } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { imposedWords } from './offence-table.tsx'
import { revisionsQuery, saveOffence, setRetired } from './offences.queries.ts'
import { Stack, Row, Columns } from '../../../ui/layout.tsx'
import classes from './Offences.module.css'

const EMPTY: OffenceInput = {
  code: '',
  title: '',
  type: 'Infraction',
  category: '',
  description: '',
  fineMin: 0,
  fineMax: 0,
  jailMin: 0,
  jailMax: 0,
  points: 0,
}

type OffenceDialogProps = { offence: Offence | null; categories: readonly string[]; onClose: () => void }

export function OffenceDialog({ offence, categories, onClose }: OffenceDialogProps) {
  const { code, title, type, category, description, fineMin, fineMax, jailMin, jailMax, points } = offence ?? EMPTY
  const hasFines = useIsOn(finesSwitch)
  const form = useZodForm(OffenceInput, { code, title, type, category, description, fineMin, fineMax, jailMin, jailMax, points })
  const save = async (input: OffenceInput) => {
    await saveOffence(input, offence)
    notify.success(`${input.code} has been ${offence ? 'saved' : 'added'}`)
    onClose()
  }
  const amount = (field: 'fineMin' | 'fineMax' | 'jailMin' | 'jailMax' | 'points', label: string, max: number) => (
    <NumberInput
      label={label}
      min={0}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      clampBehavior="none"
      {...form.getInputProps(field)}
    />
  )
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={offence ? `Edit ${offence.code}` : 'Add an offence'} size={640}>
      <Stack as="form" gap={16} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Columns of="140px minmax(0, 1fr)" stackBelow="36em">
          <TextInput
            label="Code"
            withAsterisk
            data-autofocus
            autoComplete="off"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('code')}
          />
          <TextInput label="Title" withAsterisk autoComplete="off" {...form.getInputProps('title')} />
        </Columns>
        <Columns stackBelow="36em">
          <NativeSelect label="Type" data={OffenceType.options} {...form.getInputProps('type')} />
          <Autocomplete label="Category" withAsterisk data={[...categories]} {...form.getInputProps('category')} />
        </Columns>
        <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
        <Columns of={hasFines ? 5 : 3} gap={12} align="start" stackBelow="36em">
          {hasFines && amount('fineMin', 'Lowest fine, $', MAX_FINE)}
          {hasFines && amount('fineMax', 'Highest fine, $', MAX_FINE)}
          {amount('jailMin', 'Shortest jail, min', MAX_JAIL_MINUTES)}
          {amount('jailMax', 'Longest jail, min', MAX_JAIL_MINUTES)}
          {amount('points', 'Points', MAX_POINTS)}
        </Columns>
        <Row justify="end">
          {offence && <RetireButton offence={offence} onDone={onClose} />}
          <span style={{ flex: 1 }} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {offence ? 'Save' : 'Add offence'}
          </Button>
        </Row>
      </Stack>
      {offence && <Wordings offence={offence} />}
    </FormModal>
  )
}

function RetireButton({ offence, onDone }: { offence: Offence; onDone: () => void }) {
  const { code, isRetired } = offence
  const retire = useMutation({
    mutationFn: () => setRetired(offence, !isRetired),
    onSuccess: () => {
      notify.success(`${code} has been ${isRetired ? 'restored' : 'retired'}`)
      onDone()
    },
  })
  const ask = async () => {
    const body = 'It can no longer be charged. Records that name it stay, and it can be restored.'
    if (isRetired || (await confirm({ title: `Retire ${code}?`, body, subject: code, confirmLabel: 'Retire', danger: true })))
      retire.mutate()
  }
  return (
    <Button variant="subtle" color={isRetired ? undefined : 'red'} loading={retire.isPending} onClick={() => void ask()}>
      {isRetired ? 'Restore' : 'Retire'}
    </Button>
  )
}

/** Earlier wordings, which records written then still show. */
function Wordings({ offence }: { offence: Offence }) {
  const { data } = useQuery(revisionsQuery(offence.offenceId))
  const earlier = data?.filter(({ revisionId }) => revisionId !== offence.revisionId) ?? []
  if (earlier.length === 0) return null
  return (
    <section className={classes.wordings}>
      <Text component="h3" inherit fw={620} mb={6}>
        Earlier wordings
      </Text>
      <ul>
        {earlier.map((revision) => (
          <li key={revision.revisionId}>
            <span className="mono">{revision.code}</span> {revision.title}, {revision.type}, {imposedWords(revision)}, {revision.points}{' '}
            {revision.points === 1 ? 'point' : 'points'}
            <span className="faint">
              {' '}
              · {dateTime(revision.changedAt)}
              {revision.changedBy && `, ${revision.changedBy.name}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
