import { useDebouncedValue } from '@mantine/hooks'
import type { MemberRow } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { Combo } from '../../../ui/Combo.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { membersNamed } from './grants.queries.ts'

const TYPING_MS = 220

type MemberFieldProps = { error: ReactNode; onPick: (member: MemberRow | null) => void }

/** Finds a member by name. Typing on after a member was chosen starts another search. */
export function MemberField({ error, onPick }: MemberFieldProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS)
  const found = useQuery({ ...membersNamed(settled), enabled: isOpen && settled !== '' })
  const rows = useMemo(() => (settled === text.trim() ? (found.data ?? []) : []), [settled, text, found.data])
  const options = useMemo(
    () =>
      rows.map((member) => ({
        id: member.userId,
        content: (
          <>
            {member.name} <span className="muted">{member.departments.map(({ name }) => name).join(', ')}</span>
          </>
        ),
      })),
    [rows],
  )
  const pick = (userId: number) => {
    const member = rows.find((each) => each.userId === userId)
    if (!member) return
    setText(member.name)
    setOpen(false)
    onPick(member)
  }
  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    onPick(null)
  }
  const empty = found.isError
    ? errorInfo(found.error).message
    : text.trim() === ''
      ? 'Type a name'
      : found.isSuccess && settled === text.trim()
        ? 'No member has this name'
        : 'Searching…'
  return (
    <Combo
      label="Member"
      placeholder="Search by name"
      isDialogFocus
      text={text}
      onText={type}
      options={options}
      listLabel="Members"
      empty={empty}
      error={error}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onLeave={() => setOpen(false)}
      onPick={pick}
    />
  )
}
