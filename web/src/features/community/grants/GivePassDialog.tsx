import { NewPass } from '@tenfour/contract'
import { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import classes from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import { EffectsPreview } from '../entitlements/ChangesPreview.port.tsx'
import { askEffects, give, refreshGrants } from './grants.queries.ts'
import { MemberField } from './MemberField.tsx'
import { PassFields } from './PassFields.tsx'

const Form = NewPass.extend({ userId: z.int().min(1, 'Choose a member from the list') })

/** A pass for someone else, at once. */
export function GivePassDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(Form, { userId: 0, hours: 24, whitelist: 'prod', note: '' })
  const { userId, hours, whitelist = 'prod' } = form.getValues()
  const pass = NewPass.omit({ note: true }).safeParse({ userId, hours, whitelist }).data
  const save = async (pass: NewPass) => {
    const { member } = await give(pass)
    notify.success(`${member.name} has a pass`)
    onClose()
    await refreshGrants()
  }
  return (
    <FormModal title="Give a pass" onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <MemberField error={form.errors['userId']} onPick={(member) => form.setFieldValue('userId', member?.userId ?? 0)} />
        <PassFields
          hours={hours}
          onHours={(value) => form.setFieldValue('hours', value)}
          whitelist={whitelist}
          onWhitelist={(value) => form.setFieldValue('whitelist', value)}
          errors={form.errors}
          note={form.getInputProps('note')}
        />
        {pass && <EffectsPreview change={{ step: 'give', ...pass }} ask={askEffects} />}
        <FormButtons submitLabel="Give pass" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
