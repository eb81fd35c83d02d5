import { Text } from '@mantine/core'
import { accessSubject, admin, isAllowed, type CurrentUser } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ShortName } from '../../../ui/ShortName.tsx'
import classes from './HomePage.module.css'
import { Stack } from '../../../ui/layout.tsx'

export function DepartmentList({ user }: { user: CurrentUser }) {
  const { userId, userDepartments: departments } = user
  if (departments.length === 0) {
    return (
      <Text c="dimmed" inherit>
        You are in no department yet.{' '}
        {isAllowed(admin, accessSubject(user)) ? (
          <Link to="/admin/users/$userId" params={{ userId }} search={{ tab: 'departments' }}>
            Join one
          </Link>
        ) : (
          'Your chain of command can add you to one.'
        )}
      </Text>
    )
  }
  return (
    <Stack as="ul" gap={0}>
      {departments
        .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
        .map(({ departmentId, isPrimary, rankName, department }) => (
          <li key={departmentId} className={classes.row}>
            <ShortName>{department.name}</ShortName>
            <span className={classes.department}>
              {department.fullName}
              <span className="muted">{rankName ?? 'No rank'}</span>
            </span>
            {isPrimary && (
              <StatusBadge tone="info" variant="soft">
                Primary
              </StatusBadge>
            )}
          </li>
        ))}
    </Stack>
  )
}
