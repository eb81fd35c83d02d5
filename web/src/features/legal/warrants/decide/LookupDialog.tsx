import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lookUpForWarrant, LookupKind, SEARCH_FROM, searchForWarrant, type LookupResult, type SearchRow } from '@tenfour/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { idOf, KIND_WORDS, labelOf, RecordView, rowDetail, type LookupRequest } from '../../../records/lookups/records/RecordView.port.tsx'
import { refreshLookups } from '../warrants.queries.ts'
import { Stack, Row, Columns } from '../../../../ui/layout.tsx'
import classes from './WarrantDialogs.module.css'

/** The portal takes five searches a second, and logs each. */
const TYPING_MS = 400

type Target = Exclude<LookupRequest, { by: 'plate' }>
const targetOf = (row: SearchRow): Target =>
  row.kind === 'person'
    ? { by: 'character', characterId: row.characterId }
    : row.kind === 'vehicle'
      ? { by: 'vehicle', vehicleId: row.vehicleId }
      : { by: 'weapon', weaponId: row.weaponId }

type LookupDialogProps = { warrantId: number; number: string; onClose: () => void }

/** Finds persons, vehicles and weapons for a warrant, and shows one to read. */
export function LookupDialog({ warrantId, number, onClose }: LookupDialogProps) {
  const [kind, setKind] = useState<LookupKind>('person')
  const [text, setText] = useState('')
  const [shown, setShown] = useState<LookupResult | null>(null)
  const [isOpening, setOpening] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['warrant-lookup', warrantId, kind, q],
    queryFn: ({ signal }) => call(searchForWarrant, { query: { kind, q, warrantId }, quiet: true, signal }),
    enabled: q.length >= SEARCH_FROM,
    staleTime: 10_000,
    retry: false,
    meta: { handled: true },
  })
  const rows = q === text.trim() ? (data?.rows ?? []) : []
  /** One at a time: each is logged, and the answers could come in another order. */
  const open = async (target: Target, label: string) => {
    if (isOpening) return
    setOpening(true)
    try {
      setShown(await call(lookUpForWarrant, { body: { target, warrantId } }))
      setTimeout(() => body.current?.focus())
    } catch (failure) {
      reportError(failure, `${label} was not looked up`)
    } finally {
      setOpening(false)
      refreshLookups().catch(reportError)
    }
  }
  const back = () => {
    setShown(null)
    setTimeout(() => field.current?.focus())
  }
  return (
    <FormModal title={`Look up for ${number}`} onClose={onClose} size={760}>
      {shown ? (
        <Stack gap={12} className={classes.record} ref={body} tabIndex={-1} aria-busy={isOpening}>
          <Row gap={12}>
            <Button size="xs" variant="default" leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
              Back to the search
            </Button>
            {shown.record && (
              <Text component="h3" size="lg" fw={700}>
                {titleOf(shown.record)}
              </Text>
            )}
          </Row>
          {shown.record ? (
            <RecordView
              record={shown.record}
              lookupId={shown.lookupId}
              onOpen={(request, label) => void (request.by === 'plate' ? undefined : open(request, label))}
            />
          ) : (
            <Text component="p" size="sm" c="dimmed" className="anywhere">
              Nothing is registered under it any more.
            </Text>
          )}
        </Stack>
      ) : (
        <>
          <Columns of="130px minmax(0, 1fr)" gap={8} style={{ marginBottom: 12 }}>
            <NativeSelect
              aria-label="What to look up"
              data={LookupKind.options.map((value) => ({ value, label: KIND_WORDS[value] }))}
              value={kind}
              onChange={({ currentTarget }) => setKind(LookupKind.parse(currentTarget.value))}
            />
            <TextInput
              ref={field}
              aria-label="Search"
              placeholder={PLACEHOLDERS[kind]}
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && rows[0]) void open(targetOf(rows[0]), labelOf(rows[0]))
              }}
            />
          </Columns>
          <Text component="p" size="sm" c="dimmed" className="anywhere">
            Searches and lookups are logged with your name on this warrant.
          </Text>
          {error && (
            <Text component="p" size="sm" c="var(--danger)" role="alert">
              {errorInfo(error).message}
            </Text>
          )}
          <output className="visually-hidden">{data && `${rows.length} found`}</output>
          <ul className={classes.found} aria-label="Found" aria-busy={isOpening}>
            {rows.map((row) => (
              <li key={`${row.kind} ${idOf(row)}`}>
                <button type="button" onClick={() => void open(targetOf(row), labelOf(row))}>
                  {labelOf(row)} <span>{rowDetail(row)}</span>
                </button>
              </li>
            ))}
            {data && !isFetching && rows.length === 0 && q === text.trim() && (
              <Text component="li" size="sm" c="dimmed">
                Nothing found
              </Text>
            )}
          </ul>
        </>
      )}
    </FormModal>
  )
}

const PLACEHOLDERS: Readonly<Record<LookupKind, string>> = { person: 'Name', vehicle: 'Plate or VIN', weapon: 'Serial number' }

const titleOf = (record: NonNullable<LookupResult['record']>): string =>
  record.kind === 'person' ? record.name : record.kind === 'vehicle' ? record.plate : record.serial
