import { Button, Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { SetupPayload } from '@tenfour/contract'
import { Card } from '../../../ui/Card.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './GalleryPage.module.css'

const REFUSED = { message: 'This code has expired; restart the portal for another', requestId: 'req-19ab3' }
const TAKEN = { message: 'Another community on this machine has this name', field: 'body.communityName' }

/** A contract form whose fake server rejects a field, or the whole form. */
export function GalleryForm() {
  const form = useZodForm(SetupPayload, { code: '', communityName: '', name: '', emailAddress: '', password: '' })
  const save = async ({ communityName }: SetupPayload) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    throw Object.assign(new Error(), communityName === 'Taken' ? TAKEN : REFUSED)
  }
  return (
    <Card title="Forms" aside="‘Taken’ as the community's name is refused at its field">
      <form id="forms" className={classes.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <div className={classes.fields}>
          <TextInput label="Set-up code" withAsterisk {...form.getInputProps('code')} />
          <TextInput label="Community" withAsterisk description="Shown at the top of every page" {...form.getInputProps('communityName')} />
          <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
          <TextInput label="Email address" withAsterisk placeholder="rosa@example.org" {...form.getInputProps('emailAddress')} />
          <PasswordInput label="Password" withAsterisk {...form.getInputProps('password')} />
          <Select label="Department" placeholder="Choose" searchable clearable data={['LSPD', 'BCSO', 'SAHP']} />
          <TextInput label="Disabled" disabled value="Cannot be changed" readOnly />
          <Textarea label="Narrative" rows={1} />
        </div>
        <div className={classes.row}>
          <Checkbox label="Reserves too" defaultChecked />
          <Switch label="Notify on Discord" defaultChecked />
        </div>
        <div className={classes.row}>
          <Button type="submit" loading={form.submitting}>
            Create
          </Button>
          <Button variant="default" onClick={form.reset}>
            Start again
          </Button>
        </div>
      </form>
    </Card>
  )
}
