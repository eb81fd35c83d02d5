import { Button, Text } from '@mantine/core'
import type { CurrentUser, ManagedDepartment } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinDepartment } from '../../people/users/users.port.ts'
import { refreshEvening } from './first-evening.changes.port.ts'
import classes from './FirstEvening.module.css'

type JoinStepProps = { readonly user: CurrentUser; readonly departments: readonly ManagedDepartment[]; readonly onDone: () => void }
type Choice = { readonly departmentId: number; readonly rankId: number | null }

export function JoinStep({ user, departments, onDone }: JoinStepProps) {
  const join = useMutation({
    mutationFn: async ({ departmentId, rankId }: Choice) => {
      await joinDepartment(user.userId, departmentId, rankId)
      await refreshEvening()
    },
    onSuccess: onDone,
  })
  const isIn = (departmentId: number) => user.userDepartments.some((each) => each.departmentId === departmentId)
  const open = departments.filter((each) => each.isCadEnabled && !each.isRetired && !isIn(each.departmentId))
  return (
    <>
      {open.length === 0 && (
        <Text c="dimmed" size="sm">
          You are in every department that uses the CAD.
        </Text>
      )}
      <div className={classes.choices}>
        {open.map((department) => {
          const { departmentId, name, fullName } = department
          const rank = highestRank(department)
          return (
            <Button
              key={departmentId}
              className={classes.choice}
              variant="default"
              size="xs"
              title={fullName}
              loading={join.isPending && join.variables.departmentId === departmentId}
              // Not disabled, which would drop the focus.
              aria-disabled={join.isPending}
              onClick={() => !join.isPending && join.mutate({ departmentId, rankId: rank?.rankId ?? null })}
            >
              Join {name}
              {rank && ` as ${rank.rankName}`}
            </Button>
          )
        })}
      </div>
      {user.userDepartments.length > 0 && (
        <Text c="dimmed" size="sm" mt={10}>
          <Link to="/admin/users/$userId" params={{ userId: user.userId }} search={{ tab: 'departments' }}>
            Your account
          </Link>{' '}
          is where you change your rank or leave a department.
        </Text>
      )}
    </>
  )
}

/** Ranks come lowest first; reserves are outside of the ladder. */
export const highestRank = ({ ranks }: Pick<ManagedDepartment, 'ranks'>) =>
  ranks.findLast(({ isReserve, isRetired }) => !isReserve && !isRetired)
