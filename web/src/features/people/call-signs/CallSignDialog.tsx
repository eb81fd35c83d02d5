import { Button, NativeSelect, TextInput } from '@mantine/core'
import { CallSign, type DepartmentPerson, type KeptCallSign, type UnitType } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { giveTo, takeFrom } from './call-signs.queries.ts'
import { scopeName, TYPE_OPTIONS, typeOf } from './pattern-words.ts'

const Draft = z.object({ type: z.string(), callSign: CallSign.min(1, 'Enter a call sign') })

type CallSignDialogProps = { departmentId: number; person: DepartmentPerson; onClose: () => void }

/** Another call sign for a member: the next number of the pattern, one that is typed, or none. */
export function CallSignDialog({ departmentId, person, onClose }: CallSignDialogProps) {
  const { userId, name, callSigns } = person
  const keptFor = (type: UnitType | null): KeptCallSign | undefined => callSigns.find(({ unitType }) => unitType === type)
  const form = useZodForm(Draft, { type: '', callSign: keptFor(null)?.callSign ?? '' })
  const unitType = typeOf(form.getValues().type)
  const kept = keptFor(unitType)
  const ofMember = { departmentId, userId }
  const finish = (callSign: string) => {
    notify.success(`${name} has the call sign ${callSign} now`)
    onClose()
  }
  const save = async ({ callSign }: z.infer<typeof Draft>) => {
    finish((await giveTo(ofMember, { unitType, callSign, version: kept?.version ?? 0 })).callSign)
  }
  const next = useMutation({
    mutationFn: () => giveTo(ofMember, { unitType, callSign: null, version: kept?.version ?? 0 }),
    onSuccess: ({ callSign }) => finish(callSign),
  })
  const take = useMutation({
    mutationFn: (old: KeptCallSign) => takeFrom(ofMember, old),
    onSuccess: () => {
      notify.success(`${name} has no call sign for ${scopeName(unitType).toLowerCase()} now`)
      onClose()
    },
  })
  return (
    <FormModal title={`Call sign of ${name}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <NativeSelect
          label="Unit type"
          description="A call sign for one type goes before the one for every type."
          data={TYPE_OPTIONS}
          value={form.getValues().type}
          onChange={({ currentTarget: { value } }) => form.setValues({ type: value, callSign: keptFor(typeOf(value))?.callSign ?? '' })}
        />
        <TextInput
          data-autofocus
          label="Call sign"
          description="No two members of the community have the same."
          maxLength={16}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('callSign')}
        />
        <Row>
          <Button variant="default" size="xs" loading={next.isPending} onClick={() => next.mutate()}>
            Give the next number
          </Button>
          {kept && (
            <Button variant="default" size="xs" loading={take.isPending} onClick={() => take.mutate(kept)}>
              Take {kept.callSign} away
            </Button>
          )}
        </Row>
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
