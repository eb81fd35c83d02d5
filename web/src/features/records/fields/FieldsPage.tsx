import { Button, Text } from '@mantine/core'
import { FieldOf, MAX_FIELDS, type Field } from '@tenfour/contract'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { KindCount, KindNav } from '../../../ui/KindNav.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { fieldsOf } from './field-values.ts'
import { EXAMPLES, fieldWords, kindName, kindPlural } from './field.labels.ts'
import { FieldDialog } from './FieldDialog.tsx'
import { reloadFields, useFields } from './fields-store.ts'
import { saveOrder, setRetired } from './fields.queries.ts'
import { Stack, Row } from '../../../ui/layout.tsx'
import classes from './Fields.module.css'

/** The community's own fields. */
export function FieldsPage() {
  const { of } = useSearch({ from: '/shell/admin/fields' })
  const { fields, error } = useFields()
  return (
    <>
      <PageHeader title="Fields" subtitle="Your own fields for characters, vehicles and each kind of report." />
      {error !== undefined ? (
        <PageError error={error} title="The fields could not be loaded" onRetry={reloadFields} />
      ) : !fields ? (
        <PageLoading label="Loading the fields" />
      ) : (
        <div className={classes.page}>
          <Kinds fields={fields} />
          <FieldsOfKind key={of} of={of} fields={fields} />
        </div>
      )}
    </>
  )
}

const Kinds = ({ fields }: { fields: readonly Field[] }) => (
  <KindNav label="What has fields">
    <ul>
      {FieldOf.options.map((of) => (
        <li key={of}>
          <Link to="/admin/fields" search={{ of }} replace activeOptions={{ includeSearch: true }}>
            {kindName(of)} <KindCount>{fieldsOf(fields, of).length || ''}</KindCount>
          </Link>
        </li>
      ))}
    </ul>
  </KindNav>
)

function FieldsOfKind({ of, fields }: { of: FieldOf; fields: readonly Field[] }) {
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const active = fieldsOf(fields, of)
  const retired = fields.filter((field) => field.of === of && field.isRetired)
  const editedField = fields.find(({ fieldId }) => fieldId === edited) ?? null
  const row = (field: Field) => (
    <FieldRow field={field} onEdit={() => setEdited(field.fieldId)} onGone={(line) => besideRow(line, addButton.current)} />
  )
  const add = (
    <BlockedButton
      ref={addButton}
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      reason={active.length >= MAX_FIELDS ? `There are at most ${MAX_FIELDS} fields. Retire one first.` : null}
      onClick={() => setEdited('new')}
    >
      Add field
    </BlockedButton>
  )
  return (
    <Stack>
      <Card title={kindPlural(of)} aside={`${active.length} of ${MAX_FIELDS} fields`} link={add}>
        {active.length === 0 ? (
          <Empty
            icon={<IconForms size={28} stroke={1.6} />}
            title={`No fields of your own for ${kindPlural(of).toLowerCase()}`}
            text={`Add what your community wants to know, such as ${EXAMPLES[of]}. The field is in the form from then on${of === 'registration' ? '' : ', and can be searched'}.`}
          />
        ) : (
          <SortableList
            label={`Fields of ${kindPlural(of).toLowerCase()}, in the order of the form`}
            items={active}
            itemKey={({ fieldId }) => fieldId}
            itemName={({ name }) => name}
            onReorder={(ordered) => saveOrder(of, ordered)}
          >
            {row}
          </SortableList>
        )}
      </Card>
      {retired.length > 0 && (
        <Card title="Retired" aside="No longer asked for. Values that were given are still shown.">
          <Stack as="ul" gap={10} aria-label="Retired fields">
            {retired.map((field) => (
              <li key={field.fieldId}>{row(field)}</li>
            ))}
          </Stack>
        </Card>
      )}
      {edited === 'new' && <FieldDialog of={of} field={null} onClose={() => setEdited(null)} />}
      {editedField && <FieldDialog of={of} field={editedField} onClose={() => setEdited(null)} />}
    </Stack>
  )
}

type FieldRowProps = { field: Field; onEdit: () => void; onGone: (row: HTMLElement | null) => () => void }

function FieldRow({ field, onEdit, onGone }: FieldRowProps) {
  const { name, help, isRetired } = field
  const line = useRef<HTMLDivElement>(null)
  const retire = useMutation({
    mutationFn: async () => {
      const moveOn = onGone(line.current?.closest('li') ?? null)
      await setRetired(field, !isRetired)
      moveOn()
    },
    onSuccess: () => notify.success(`${name} has been ${isRetired ? 'restored' : 'retired'}`),
  })
  const ask = async () => {
    const body = 'The field is no longer asked for. Values that were given stay and are still shown, and the field can be restored.'
    if (isRetired || (await confirm({ title: `Retire ${name}?`, subject: name, body, confirmLabel: 'Retire', danger: true })))
      retire.mutate()
  }
  return (
    <Row gap="6px 16px" style={{ minHeight: 34 }} ref={line}>
      <span className={classes.names}>
        <Text span inherit fw={550}>
          {name}
        </Text>
        <Text span size="sm" c="dimmed">
          {fieldWords(field)}
        </Text>
        {help && (
          <Text span size="sm" c="dimmed">
            “{help}”
          </Text>
        )}
      </span>
      <Row as="span" gap={6} nowrap>
        {!isRetired && (
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit<span className="visually-hidden">&nbsp;{name}</span>
          </Button>
        )}
        <Button size="xs" variant="default" loading={retire.isPending} onClick={() => void ask()}>
          {isRetired ? 'Restore' : 'Retire'}
          <span className="visually-hidden">&nbsp;{name}</span>
        </Button>
      </Row>
    </Row>
  )
}
