import { Button, Text, UnstyledButton } from '@mantine/core'
import type { ManagedDepartment } from '@tenfour/contract'
import { IconChevronRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ShortName } from '../../../ui/ShortName.tsx'
import { typeName } from './DepartmentDialog.tsx'
import { setDepartmentRetired } from './departments.manage.ts'
import classes from './DepartmentsPage.module.css'
import { RankList } from './RankList.tsx'
import { Row } from '../../../ui/layout.tsx'

/** The department that moves between the lists: its row is drawn anew there and takes the focus along. */
let moved: number | null = null

export function DepartmentRow({ department, onEdit }: { department: ManagedDepartment; onEdit: () => void }) {
  const { departmentId, name, fullName, type, isCadEnabled, isRetired, memberCount, ranks } = department
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moved === departmentId) toggle.current?.focus()
    if (moved === departmentId) moved = null
  }, [departmentId])
  const retire = useMutation({
    mutationFn: (next: boolean) => setDepartmentRetired(department, next),
    onMutate: () => void (moved = departmentId),
    onSuccess: (_saved, next) => notify.success(`${fullName} has been ${next ? 'retired' : 'restored'}`),
    onError: () => void (moved = null),
  })
  const ask = async () => {
    const stay =
      memberCount === 0 ? '' : ` ${memberCount === 1 ? 'Its member stays' : `Its ${memberCount.toLocaleString('en')} members stay`} in it.`
    const body = `Nobody can join it or go on duty for it any more.${stay} Records that name it stay, and you can restore it.`
    if (await confirm({ title: `Retire ${fullName}?`, body, subject: `${name}, ${fullName}`, confirmLabel: 'Retire' })) retire.mutate(true)
  }
  const active = ranks.filter((rank) => !rank.isRetired).length
  return (
    <div className={classes.department}>
      <div className={classes.line}>
        <UnstyledButton
          ref={toggle}
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight className={classes.chevron} size={16} stroke={2} aria-hidden />
          <ShortName>{name}</ShortName>
          <span className={classes.names}>
            <Text span inherit fw={550} className="anywhere">
              {fullName}
            </Text>
            <Text span c="dimmed" size="sm">
              {typeName(type)} · {active} {active === 1 ? 'rank' : 'ranks'} · {memberCount} {memberCount === 1 ? 'member' : 'members'}
            </Text>
          </span>
        </UnstyledButton>
        <StatusBadge tone={isCadEnabled ? 'success' : 'off'}>{isCadEnabled ? 'CAD' : 'No CAD'}</StatusBadge>
        <Row gap={6} nowrap>
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit<span className="visually-hidden">&nbsp;{name}</span>
          </Button>
          {isRetired ? (
            <Button size="xs" variant="default" loading={retire.isPending} onClick={() => retire.mutate(false)}>
              Restore<span className="visually-hidden">&nbsp;{name}</span>
            </Button>
          ) : (
            <Button size="xs" variant="default" loading={retire.isPending} onClick={() => void ask()}>
              Retire<span className="visually-hidden">&nbsp;{name}</span>
            </Button>
          )}
        </Row>
      </div>
      {isOpen && (
        <div id={panelId} className={classes.panel}>
          <RankList department={department} />
        </div>
      )}
    </div>
  )
}
