import type { Permission } from '@tenfour/contract'

export const DEMO_COMMUNITY = 'San Andreas Division'
export const DEMO_PASSWORD = 'tenfour-demo'

export type DemoAccount = {
  /** The role or work that signing in with this account shows. */
  readonly label: string
  readonly name: string
  readonly emailAddress: string
  readonly role?: string
  readonly permissions?: readonly Permission[]
  readonly department: string
  readonly rank: string
}

/** One for each role and each kind of work. They are ordinary members. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    label: 'Root',
    name: 'Maren Holt',
    emailAddress: 'root@demo.example',
    role: 'Root',
    department: 'CIV',
    rank: 'Director of Civilian Operations',
  },
  { label: 'Admin', name: 'Idris Vale', emailAddress: 'admin@demo.example', role: 'Admin', department: 'LSPD', rank: 'Chief' },
  {
    label: 'Developer',
    name: 'Lio Castaway',
    emailAddress: 'developer@demo.example',
    role: 'Developer',
    department: 'SAHP',
    rank: 'Trooper',
  },
  {
    label: 'Senior Staff',
    name: 'Nora Quist',
    emailAddress: 'senior@demo.example',
    role: 'Senior Staff',
    department: 'BCSO',
    rank: 'Sheriff',
  },
  { label: 'Staff', name: 'Theo Marlin', emailAddress: 'staff@demo.example', role: 'Staff', department: 'FIRE', rank: 'Battalion Chief' },
  {
    label: 'Legal Services Supervisor',
    name: 'Vera Oakes',
    emailAddress: 'supervisor@demo.example',
    role: 'Legal Services Supervisor',
    department: 'CIV',
    rank: 'Civilian Supervisor',
  },
  {
    label: 'Legal Services',
    name: 'Otto Brandt',
    emailAddress: 'legal@demo.example',
    role: 'Legal Services',
    department: 'CIV',
    rank: 'Civilian III',
  },
  {
    label: 'Looks after members',
    name: 'Paz Moreau',
    emailAddress: 'members@demo.example',
    permissions: ['MANAGE_MEMBERS'],
    department: 'SAHP',
    rank: 'Captain',
  },
  { label: 'Police officer', name: 'June Calder', emailAddress: 'officer@demo.example', department: 'LSPD', rank: 'Officer II' },
  { label: 'Dispatcher', name: 'Remy Stone', emailAddress: 'dispatcher@demo.example', department: 'COMM', rank: 'Senior Dispatcher' },
  { label: 'Firefighter', name: 'Asta Rowe', emailAddress: 'fire@demo.example', department: 'FIRE', rank: 'Engineer' },
  { label: 'Civilian', name: 'Milo Finch', emailAddress: 'civilian@demo.example', department: 'CIV', rank: 'Civilian II' },
]

/** Printed once the demo is ready. */
export function accountTable(accounts: readonly DemoAccount[] = DEMO_ACCOUNTS): string[] {
  const rows = [['Sign in as', 'Name', 'Email address'], ...accounts.map(({ label, name, emailAddress }) => [label, name, emailAddress])]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  const [head = [], ...body] = rows
  return [
    '',
    `${DEMO_COMMUNITY} is a demo: everything in it is gone when it is stopped.`,
    `Every account below has the password ${DEMO_PASSWORD}`,
    '',
    line(head),
    line(widths.map((width) => '─'.repeat(width))),
    ...body.map(line),
    '',
  ]
}

/** Whether it is one of those that the demo prints. */
export const isNamed = (emailAddress: string): boolean => DEMO_ACCOUNTS.some((account) => account.emailAddress === emailAddress)
