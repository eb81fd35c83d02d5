import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accessSubject, isAllowed, setDepartmentLayout, unitClassOf, type DesktopLayout, type UnitClass } from '@tenfour/contract'
import { useState } from 'react'
import type { Arrangement } from '../../../../panels/desktop.ts'
import { useRoom, type Room } from '../../../../panels/docking/use-room.ts'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { CardError, CardLoading } from '../../../../ui/CardStates.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { departmentsQuery } from '../../../people/departments/departments.port.ts'
import { areasOf } from './layout-file.ts'
import { departmentLayoutsQuery, putDepartmentLayout } from './layouts.queries.ts'

const SIZE_WORDS: Readonly<Record<Room, string>> = {
  narrow: 'less than 1,100 pixels wide',
  medium: '1,100 to 1,439 pixels wide',
  wide: '1,440 to 2,199 pixels wide',
  vast: 'at least 2,200 pixels wide',
}

type Common = {
  unitClass: UnitClass
  arrangement: Arrangement
  attempt: (work: () => Promise<void>) => Promise<void>
}

/** Sets the desktop as it is now as the default of a department that the user heads, or of any department for staff. */
export function DepartmentDefaults({ unitClass, ...rest }: Common) {
  const user = useSignedInUser()
  const { data: departments = [] } = useQuery(departmentsQuery(true))
  const own = departments.filter(
    ({ departmentId, type }) =>
      unitClassOf(type) === unitClass && isAllowed(setDepartmentLayout.access, accessSubject(user), { departmentId }),
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const department = own.find(({ departmentId }) => departmentId === chosen) ?? own[0]
  if (!department) return null
  return (
    <Stack as="section" gap={10} aria-labelledby="department-layout">
      <Text component="h3" id="department-layout" fw={650} m={0}>
        Default of {department.name}
      </Text>
      {own.length > 1 && (
        <NativeSelect
          label="Department"
          data={own.map(({ departmentId, name }) => ({ value: String(departmentId), label: name }))}
          value={String(department.departmentId)}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        />
      )}
      <DefaultOf key={department.departmentId} department={department} unitClass={unitClass} {...rest} />
    </Stack>
  )
}

type DefaultOfProps = Common & { department: { readonly departmentId: number; readonly name: string } }

function DefaultOf({ department: { departmentId, name }, unitClass, arrangement, attempt }: DefaultOfProps) {
  const size = useRoom()
  const now = useNow()
  const layouts = useQuery(departmentLayoutsQuery(departmentId))
  if (layouts.isPending) return <CardLoading rows={1} />
  if (layouts.isError) return <CardError what="The department's layouts" onRetry={layouts.refetch} />
  const current = layouts.data.find((each) => each.unitClass === unitClass && each.size === size)
  const put = (layout: DesktopLayout | null) =>
    putDepartmentLayout(departmentId, { unitClass, size, layout, version: current?.version ?? 0 })
  const set = () =>
    attempt(async () => {
      await put(areasOf(arrangement.layout()))
      notify.success(`${name} has this layout now`)
    })
  const remove = () =>
    attempt(async () => {
      const title = `Remove the default layout of ${name}?`
      const body = 'Members who have not arranged their desktop get the layout that the portal came with.'
      if (!(await confirm({ title, body, confirmLabel: 'Remove', danger: true }))) return
      await put(null)
      notify.success(`${name} has no default layout now`)
    })
  return (
    <>
      <Text size="sm" c="dimmed">
        Members of {name} who have not arranged their desktop get this default in windows {SIZE_WORDS[size]}, and in wider ones that have no
        default of their own.{' '}
        {current?.isSet ? `Set by ${current.setBy ?? 'a former member'} ${relativeTime(current.setAt, now)}.` : 'None is set yet.'}
      </Text>
      <Row>
        <ActionButton variant="default" action={set}>
          Set the desktop as it is now
        </ActionButton>
        {current?.isSet && (
          <ActionButton variant="subtle" color="danger" action={remove}>
            Remove the default
          </ActionButton>
        )}
      </Row>
    </>
  )
}
