import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { Combo } from '../../../../ui/Combo.tsx'
import { errorInfo } from '../../../../ui/error-info.ts'

type PickFieldProps<Row> = {
  /** Names the field for screen readers. */
  label: string
  placeholder: string
  /** The kind of rows searched, for the cache: 'offences'. */
  name: string
  search: (q: string, signal: AbortSignal) => Promise<readonly Row[]>
  idOf: (row: Row) => number
  renderRow: (row: Row) => ReactNode
  onPick: (row: Row) => void
  /** Searched from this many characters on. */
  from: number
  /** Enter takes the first of several, though nothing is marked yet. */
  takesFirst?: boolean
  /** Enter or Escape in the empty field. */
  onEmptyKey?: (key: 'Enter' | 'Escape') => void
  error?: ReactNode
  isPanelFocus?: boolean
  takesFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The portal takes five searches a second. */
const TYPING_MS = 220

/** A field that finds something to add. It is empty again after each. */
export function PickField<Row>(props: PickFieldProps<Row>) {
  const { label, placeholder, name, search, idOf, renderRow, onPick, from, takesFirst = false, onEmptyKey, ...field } = props
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const typed = text.trim()
  const [settled] = useDebouncedValue(typed, TYPING_MS)
  const query = (q: string) => ({
    queryKey: ['report-pick', name, q],
    queryFn: ({ signal }: { signal: AbortSignal }) => search(q, signal),
    staleTime: 10_000,
    gcTime: 10_000,
    retry: false,
    meta: { handled: true },
  })
  const found = useQuery({ ...query(settled), enabled: isOpen && settled.length >= from })
  const isFresh = settled === typed && found.isSuccess && typed.length >= from
  const rows = useMemo(() => (isFresh ? (found.data ?? []) : []), [isFresh, found.data])
  const options = useMemo(() => rows.map((row) => ({ id: idOf(row), content: renderRow(row) })), [rows, idOf, renderRow])

  const pick = (row: Row) => {
    onPick(row)
    setText('')
    setIsOpen(false)
  }
  /** A text that was typed faster than it was searched is searched first. */
  const pickTyped = async () => {
    const all = await queryClient.query(query(typed)).catch(() => [])
    const [first] = all
    if (first !== undefined && (takesFirst || all.length === 1)) pick(first)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      if (typed === '') onEmptyKey?.('Enter')
      else if (typed.length >= from && !isFresh) void pickTyped()
    } else if (event.key === 'Escape') {
      if (isOpen || text !== '') {
        setText('')
        setIsOpen(false)
      } else if (onEmptyKey) onEmptyKey('Escape')
      else return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Combo
      {...field}
      aria-label={label}
      placeholder={placeholder}
      size="xs"
      maxLength={80}
      text={text}
      onText={(next) => {
        setText(next)
        setIsOpen(true)
      }}
      options={options}
      listLabel={label}
      empty={emptyWords(found, typed, from, isFresh)}
      isOpen={isOpen && (typed.length >= from || options.length > 0)}
      onOpen={() => setIsOpen(true)}
      onLeave={() => setIsOpen(false)}
      onPick={(id) => {
        const row = rows.find((each) => idOf(each) === id)
        if (row !== undefined) pick(row)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

function emptyWords(found: { isError: boolean; error: unknown }, typed: string, from: number, isFresh: boolean): string {
  if (found.isError) return errorInfo(found.error).message
  return isFresh || typed.length < from ? 'Nothing found' : 'Searching…'
}
