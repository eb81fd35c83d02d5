import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  cadValueFields,
  cadValueKind,
  CadValueKind,
  cadValueText,
  MAX_CAD_VALUES,
  type CadValue,
  type CadValueField,
} from '@tenfour/contract'
import { IconDownload, IconListDetails, IconPlus, IconRestore, IconSearch, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { toCsv } from '../../../platform/download/csv-export.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { counted } from '../../../platform/format/text.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { KindCount, KindNav } from '../../../ui/KindNav.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { reloadCadValues, useAllCadValues, valuesOf } from './cad-values-store.ts'
import { useKnown } from './use-known.ts'
import { fieldNow, listedText, resetKind, saveOrder, searchValues, titleOf, usesQuery } from './cad-values.form.ts'
import { CadValueImport } from './CadValueImport.tsx'
import { CadValueForm } from './CadValueForm.tsx'
import classes from './CadValues.module.css'

/** From this width on, the form stands beside the list. */
const WIDE = '(min-width: 75em)'

/** The values of the CAD that a community makes its own, such as call types and dispositions. */
export function CadValuesPage() {
  const { kind } = useSearch({ from: '/shell/admin/cad-values' })
  const { values, error } = useAllCadValues()
  return (
    <>
      <PageHeader
        title="CAD values"
        subtitle="Your own call types, 10-codes, statuses, unit types, beats, licence types and more. A change is on every desktop at once; calls keep the words they were made with."
        actions={values && <KindActions kind={kind} values={values} />}
      />
      {error !== undefined ? (
        <PageError error={error} title="The values could not be loaded" onRetry={reloadCadValues} />
      ) : !values ? (
        <PageLoading label="Loading the values" />
      ) : (
        <div className={classes.page}>
          <Kinds values={values} />
          <ValuesOfKind key={kind} kind={kind} values={valuesOf(values, kind)} />
        </div>
      )}
    </>
  )
}

function KindActions({ kind, values }: { kind: CadValueKind; values: readonly CadValue[] }) {
  const known = useKnown()
  const { many } = cadValueKind(kind)
  const words = many.toLowerCase()
  const reset = useMutation({
    mutationFn: () => resetKind(kind),
    onSuccess: () => notify.success(`The ${words} are as shipped again`),
  })
  const ask = async () => {
    const body = `The ${words} that come with the portal get their texts and order back. The ones that you added are retired: you can restore them.`
    if (await confirm({ title: `Make the ${words} as shipped?`, subject: many, body, confirmLabel: 'Make as shipped', danger: true }))
      reset.mutate()
  }
  const exportAll = () => {
    const fields = cadValueFields(kind)
    const rows = valuesOf(values, kind).filter(({ isRetired }) => !isRetired)
    const cells = rows.map(({ content }) => {
      const given: Record<string, unknown> = { ...content }
      return fields.map(([name, field]) => cadValueText(fieldNow(field, given, name, known), given[name]))
    })
    downloadFile(
      `${words.replaceAll(' ', '-')}.csv`,
      toCsv(
        fields.map(([, { label }]) => label),
        cells,
      ),
      'text/csv',
    )
  }
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
        Import CSV
      </Button>
      {isImporting && <CadValueImport kind={kind} onClose={() => setImporting(false)} />}
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={exportAll}>
        Export CSV
      </Button>
      <Button variant="default" leftSection={<IconRestore size={16} aria-hidden />} loading={reset.isPending} onClick={() => void ask()}>
        As shipped…
      </Button>
    </>
  )
}

function Kinds({ values }: { values: readonly CadValue[] }) {
  const groups = Map.groupBy(CadValueKind.options, (kind) => cadValueKind(kind).group)
  const count = (kind: CadValueKind) => values.filter((value) => value.kind === kind && !value.isRetired).length
  return (
    <KindNav label="Kinds of values">
      {[...groups].map(([group, kinds]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                <Link to="/admin/cad-values" search={{ kind }} replace activeOptions={{ includeSearch: true }}>
                  {cadValueKind(kind).many} <KindCount>{count(kind)}</KindCount>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </KindNav>
  )
}

function ValuesOfKind({ kind, values }: { kind: CadValueKind; values: readonly CadValue[] }) {
  const { one, many, usedIn, usedBy } = cadValueKind(kind)
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const [openId, setOpenId] = useState<number | 'new' | null>(null)
  // The form begins anew after each saving: with the value as it is, or empty for the next.
  const [saves, setSaves] = useState(0)
  const [typed, setTyped] = useState('')
  const [showsRetired, setShowsRetired] = useState(false)
  const uses = useQuery({ ...usesQuery(kind), enabled: usedBy !== null }).data
  const usesOf = (value: CadValue) => uses && (uses.get(value.valueId) ?? 0)
  const addButton = useRef<HTMLButtonElement>(null)
  const active = values.filter(({ isRetired }) => !isRetired)
  const retired = values.filter(({ isRetired }) => isRetired)
  const listed = showsRetired ? retired : active
  const found = searchValues(listed, typed)
  const open = openId === 'new' ? null : (values.find(({ valueId }) => valueId === openId) ?? null)
  const isOpen = openId === 'new' || open !== null
  const close = () => {
    setOpenId(null)
    addButton.current?.focus()
  }
  const form = isOpen && (
    <CadValueForm
      key={`${openId} ${saves}`}
      kind={kind}
      value={open}
      uses={open ? usesOf(open) : undefined}
      hasRoom={active.length < MAX_CAD_VALUES}
      onSaved={() => setSaves(saves + 1)}
      onClose={close}
    />
  )
  const formTitle = open ? titleOf(open) : `New ${one.toLowerCase()}`
  const row = (value: CadValue) => (
    <ValueRow
      value={value}
      uses={usedBy ? usesOf(value) : null}
      isOpen={value.valueId === openId}
      onOpen={() => setOpenId(value.valueId)}
    />
  )
  return (
    <>
      <Card
        flush
        title={many}
        aside={usedIn}
        link={
          <BlockedButton
            ref={addButton}
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            reason={active.length >= MAX_CAD_VALUES ? `There are at most ${MAX_CAD_VALUES}. Retire one first.` : null}
            onClick={() => setOpenId('new')}
          >
            Add {one.toLowerCase()}
          </BlockedButton>
        }
      >
        <Row className={classes.tools}>
          <DebouncedTextInput
            className={classes.search}
            label={`Search ${many.toLowerCase()}`}
            placeholder="Search"
            icon={<IconSearch size={15} aria-hidden />}
            value={typed}
            onCommit={setTyped}
          />
          <FilterChip isOn={!showsRetired} onClick={() => setShowsRetired(false)}>
            In use {active.length}
          </FilterChip>
          <FilterChip isOn={showsRetired} onClick={() => setShowsRetired(true)}>
            Retired {retired.length}
          </FilterChip>
        </Row>
        {found.length > 0 && <Headings kind={kind} isSortable={!showsRetired && !typed} />}
        {found.length === 0 ? (
          <Empty
            icon={<IconListDetails size={28} stroke={1.6} />}
            title={typed ? `No ${one.toLowerCase()} matches` : showsRetired ? 'Nothing is retired' : `No ${many.toLowerCase()}`}
            text={typed || showsRetired ? undefined : 'Add the first one, or make them as shipped.'}
          />
        ) : showsRetired || typed ? (
          <Stack as="ul" gap={0} aria-label={many} className={classes.rows}>
            {found.map((value) => (
              <li key={value.valueId}>{row(value)}</li>
            ))}
          </Stack>
        ) : (
          <div className={classes.rows}>
            <SortableList
              label={`${many}, in the order of lists`}
              items={active}
              itemKey={({ valueId }) => valueId}
              itemName={titleOf}
              onReorder={(ordered) => saveOrder(kind, ordered)}
            >
              {row}
            </SortableList>
          </div>
        )}
      </Card>
      {isWide ? (
        <aside className={classes.beside} aria-label={isOpen ? formTitle : `Edit ${many.toLowerCase()}`}>
          <Card title={isOpen ? formTitle : undefined}>
            {form || <Empty title="Nothing is open" text={`Choose one of the ${many.toLowerCase()} to change it, or add one.`} />}
          </Card>
        </aside>
      ) : (
        isOpen && (
          <FormModal title={formTitle} onClose={close} size={520}>
            {form}
          </FormModal>
        )
      )}
    </>
  )
}

/** The properties that are columns of the list; the others are in the form alone. */
const listedFields = (kind: CadValueKind) => cadValueFields(kind).filter(([, { isDetail }]) => !isDetail)

const lookOf = (field: CadValueField) => ({
  className: classes.cell,
  'data-code': (field.input === 'text' && field.isCode) || undefined,
  'data-input': field.input,
})

/** Above the columns of the list. Each value says its properties in this order, so that the headings are for the eye alone. */
function Headings({ kind, isSortable }: { kind: CadValueKind; isSortable: boolean }) {
  return (
    <div className={classes.headings} data-sortable={isSortable || undefined} aria-hidden>
      {listedFields(kind).map(([name, field]) => (
        <span key={name} {...lookOf(field)}>
          {field.label}
        </span>
      ))}
      {cadValueKind(kind).usedBy && <span className={classes.uses}>Used</span>}
    </div>
  )
}

/** `uses` is null where nothing is counted, and undefined until it is. */
type ValueRowProps = { value: CadValue; uses: number | null | undefined; isOpen: boolean; onOpen: () => void }

function ValueRow({ value, uses, isOpen, onOpen }: ValueRowProps) {
  const given: Record<string, unknown> = { ...value.content }
  const usedBy = cadValueKind(value.kind).usedBy
  const known = useKnown()
  return (
    <button type="button" className={`bare-button ${classes.row}`} aria-current={isOpen || undefined} onClick={onOpen}>
      {listedFields(value.kind).map(([name, field]) => (
        <span key={name} {...lookOf(field)}>
          {listedText(field, given, name, known)}
        </span>
      ))}
      {usedBy && uses !== null && (
        <span className={classes.uses} title={uses === undefined ? undefined : counted(uses, usedBy.one, usedBy.many)} aria-hidden>
          {uses?.toLocaleString('en')}
        </span>
      )}
    </button>
  )
}
