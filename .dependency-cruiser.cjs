// Who may import whom. Each rule is proved by a planted violation in scripts/boundaries.test.mjs.

/** Test files and test helpers; production code never imports them. */
const TEST = '\\.test\\.(ts|tsx|mjs)$|/testing/'
const SIDE = '^(contract|server|web|bridge)/'

/** What the product is made of, from the ground up: an area knows those before it, and none behind it. */
const AREAS = ['people', 'patrols', 'dispatch', 'records', 'legal', 'game', 'community', 'portal']
const areasPointDown = AREAS.slice(0, -1).map((area, index) => ({
  name: 'areas-point-down',
  comment: `Arrows between areas run one way: ${AREAS.toReversed().join(' → ')}.`,
  severity: 'error',
  from: { path: `^(contract|server|web)/src/(?:features/)?${area}/`, pathNot: TEST },
  to: { path: `^$1/src/(?:features/)?(?:${AREAS.slice(index + 1).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract runs in every side, the browser and the game included, so it depends on zod and on nothing else.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TEST },
      to: { pathNot: '^contract/src/|(^|/)node_modules/zod/' },
    },
    {
      name: 'sides-meet-in-contract',
      comment: 'Server, web and bridge know each other only through the contract.',
      severity: 'error',
      from: { path: SIDE },
      to: { path: '^(server|web|bridge|demo|e2e|bench|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform carries the features; it does not know them, nor the app that composes them.',
      severity: 'error',
      from: { path: '^(server|web)/src/platform/', pathNot: TEST },
      to: { path: '^$1/src/(features/|panels/|map/|app/|app\\.tsx?$)' },
    },
    {
      name: 'features-meet-in-ports',
      comment: "A feature uses another only through its published port, '*.port.ts'.",
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+/[^/]+)/', pathNot: TEST },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/|\\.port\\.tsx?$' },
    },
    ...areasPointDown,
    {
      name: 'features-stand-in-areas',
      comment: "A feature is a folder in one of the areas, beside the file that composes the area, '<area>.area.ts'.",
      severity: 'error',
      from: {},
      to: { path: '^(server|web)/src/features/', pathNot: `^(server|web)/src/features/(${AREAS.join('|')})/(?:[^/]+/|\\2\\.area\\.ts$)` },
    },
    {
      name: 'areas-compose-themselves',
      comment: 'The file that composes an area knows the features of this area alone. What it needs of others, the app gives it.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/[^/]+\\.area\\.ts$' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-app',
      comment: 'The app composes the features, never the other way round.',
      severity: 'error',
      from: { path: '^(server|web)/src/features/', pathNot: TEST },
      to: { path: '^$1/src/(app/|app\\.tsx?$)' },
    },
    {
      name: 'panels-know-no-feature',
      comment: 'What panels stand on carries the features that fill them; it does not know them.',
      severity: 'error',
      from: { path: '^web/src/panels/', pathNot: TEST },
      to: { path: '^web/src/(features|app|map)/' },
    },
    {
      name: 'map-knows-no-feature',
      comment: 'The map draws what it is given. Who is where, and on which server, is for the features to know.',
      severity: 'error',
      from: { path: '^web/src/map/', pathNot: TEST },
      to: { path: '^web/src/(features|app|panels)/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'Our components draw what they are given. Of the platform they know only how values are formatted and logged.',
      severity: 'error',
      from: { path: '^web/src/ui/', pathNot: TEST },
      to: { path: '^web/src/(features|app|panels|map|platform)/', pathNot: '^web/src/platform/(format|log)(/|\\.tsx?$)' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'What ships must not pull in tests or their helpers.',
      severity: 'error',
      from: { path: SIDE, pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'no-undeclared-dependencies',
      comment: 'A running portal is installed without development dependencies; its code may import only what its own package.json lists.',
      severity: 'error',
      from: { path: '^(contract|server|web|bridge)/src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'scripts-need-nothing-installed',
      comment: 'The scripts install the dependencies, so they cannot use one.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: TEST },
      to: { dependencyTypesNot: ['core', 'local'] },
    },
    {
      name: 'no-circular',
      comment: 'Modules that import each other in a circle are one module, and load in an order nobody chose.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and is imported by nothing is dead.',
      severity: 'error',
      from: { orphan: true, path: SIDE, pathNot: `${TEST}|\\.d\\.ts$|/vite\\.config\\.ts$|/src/(main|cli)\\.tsx?$` },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere fails when it is first used.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API for dependency-cruiser to use; swc parses the same syntax.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
}
