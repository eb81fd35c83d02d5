import { TextInput } from '@mantine/core'
import { WeaponInput, type Weapon, createWeapon, deleteWeapon, updateWeapon } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { CadValueOptions } from '../../dispatch/cad-values/CadValueOptions.port.tsx'
import { keepOwn } from '../own-records/own-records.port.ts'
import { useCurrentValues } from '../../../ui/use-current-values.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { call } from '../../../platform/api/client.ts'

const draftOf = ({ model, serial }: WeaponInput): WeaponInput => ({ model, serial })

type WeaponDialogProps = { characterId: number; weapon: Weapon | null; onClose: () => void }

export function WeaponDialog({ characterId, weapon, onClose }: WeaponDialogProps) {
  const form = useZodForm(WeaponInput, draftOf(weapon ?? { model: '', serial: '' }))
  const { base, notice } = useCurrentValues(weapon, (current) => {
    form.setInitialValues(draftOf(current))
    form.reset()
  })
  const save = async (input: WeaponInput) => {
    if (base) await saveWeapon(base.weaponId, base.version, input)
    else await addWeapon(characterId, input)
    notify.success(`${input.model} has been ${base ? 'saved' : 'registered'}`)
    onClose()
  }
  return (
    <FormModal title={base ? `Edit ${base.model}` : 'Add a weapon'} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        {notice}
        <CadValueOptions kind="weapon-model" />
        <FormError error={form.failure} />
        <TextInput
          label="Model"
          withAsterisk
          data-autofocus
          autoComplete="off"
          placeholder="Pistol"
          list="weapon-model"
          {...form.getInputProps('model')}
        />
        <TextInput
          label="Serial number"
          autoComplete="off"
          placeholder="Assigned if blank"
          classNames={{ input: 'mono' }}
          {...form.getInputProps('serial')}
        />
        <FormButtons submitLabel={base ? 'Save' : 'Add weapon'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const keep = (weapon: Weapon): void => keepOwn({ event: 'weapon.saved', payload: weapon })

export const addWeapon = async (characterId: number, input: WeaponInput): Promise<void> =>
  keep(await call(createWeapon, { body: { ...input, characterId } }))

export const saveWeapon = async (weaponId: number, version: number, input: WeaponInput): Promise<void> =>
  keep(await call(updateWeapon, { params: { weaponId }, body: { ...input, version } }))

export async function removeWeapon({ weaponId, version }: Weapon): Promise<void> {
  await call(deleteWeapon, { params: { weaponId }, query: { version } })
  keepOwn({ event: 'weapon.left', payload: { weaponId } })
}
