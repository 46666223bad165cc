// mermaid's colours from our tokens. They are resolved here, since a drawing is shown as a picture and knows no page.

export interface DiagramTheme {
  name: string;
  font: string;
}

/** Takes "dark" or {"theme":"dark","font":"Inter"}, as text. */
export function readTheme(text: string): DiagramTheme {
  let given: { theme?: unknown; font?: unknown } = { theme: text };
  if (text.trim().startsWith('{')) {
    try {
      given = JSON.parse(text) as typeof given;
    } catch {
      given = {};
    }
  }
  const name =
    typeof given.theme === 'string' && /^(?:light|dark)(?:-high)?$/.test(given.theme) ? given.theme : 'light';
  const font = typeof given.font === 'string' ? given.font.replace(/["\\;{}<>]/g, '').trim() : '';
  return { name, font };
}

/** Sets the page to the theme and gives the values of the tokens there. */
export function applyTheme(theme: DiagramTheme): (token: string) => string {
  const root = document.documentElement;
  const [base, contrast] = theme.name.split('-');
  root.dataset.theme = base;
  if (contrast) root.dataset.contrast = 'more';
  else delete root.dataset.contrast;
  const style = getComputedStyle(root);
  return (token) => style.getPropertyValue(`--${token}`).trim();
}

export function fontFamily(theme: DiagramTheme, token: (name: string) => string): string {
  const rest = token('font-ui');
  return theme.font ? `"${theme.font}", ${rest}` : rest;
}

export function themeVariables(theme: DiagramTheme, token: (name: string) => string): Record<string, string | boolean> {
  const variables: Record<string, string | boolean> = {
    darkMode: theme.name.startsWith('dark'),
    background: token('bg-canvas'),
    fontSize: '12px',
    dropShadow: 'none',
    useGradient: false,
    primaryColor: token('bg-raised'),
    primaryBorderColor: token('line-3'),
    primaryTextColor: token('text-1'),
    secondaryColor: token('bg-sunken'),
    secondaryBorderColor: token('line-3'),
    secondaryTextColor: token('text-1'),
    tertiaryColor: token('bg-sunken'),
    tertiaryBorderColor: token('line-2'),
    tertiaryTextColor: token('text-1'),
    mainBkg: token('bg-raised'),
    nodeBorder: token('line-3'),
    nodeTextColor: token('text-1'),
    textColor: token('text-1'),
    titleColor: token('text-1'),
    lineColor: token('text-3'),
    defaultLinkColor: token('text-3'),
    arrowheadColor: token('text-3'),
    edgeLabelBackground: token('bg-canvas'),
    clusterBkg: token('bg-sunken'),
    clusterBorder: token('line-2'),
    noteBkgColor: token('bg-sunken'),
    noteBorderColor: token('line-2'),
    noteTextColor: token('text-1'),
    actorBkg: token('bg-raised'),
    actorBorder: token('line-3'),
    actorTextColor: token('text-1'),
    actorLineColor: token('line-2'),
    signalColor: token('text-2'),
    signalTextColor: token('text-1'),
    labelBoxBkgColor: token('bg-raised'),
    labelBoxBorderColor: token('line-3'),
    labelTextColor: token('text-1'),
    loopTextColor: token('text-1'),
    activationBkgColor: token('bg-pressed'),
    activationBorderColor: token('line-3'),
    sectionBkgColor: token('bg-sunken'),
    altSectionBkgColor: token('bg-canvas'),
    sectionBkgColor2: token('bg-hover'),
    gridColor: token('line-2'),
    taskBkgColor: token('accent-soft'),
    taskBorderColor: token('accent-line'),
    taskTextColor: token('text-1'),
    taskTextDarkColor: token('text-1'),
    taskTextOutsideColor: token('text-1'),
    activeTaskBkgColor: token('accent-line'),
    activeTaskBorderColor: token('accent'),
    doneTaskBkgColor: token('bg-pressed'),
    doneTaskBorderColor: token('line-3'),
    critBkgColor: token('danger-bg'),
    critBorderColor: token('danger-text'),
    todayLineColor: token('status-failed'),
    classText: token('text-1'),
    errorBkgColor: token('danger-bg'),
    errorTextColor: token('danger-text'),
    pieTitleTextColor: token('text-1'),
    pieSectionTextColor: token('text-1'),
    pieLegendTextColor: token('text-1'),
    pieStrokeColor: token('bg-canvas'),
    pieOuterStrokeColor: token('line-2'),
    pieOpacity: '1',
  };
  for (let role = 1; role <= 12; role += 1) {
    variables[`pie${role}`] = token(`role-${role}-fill`);
    variables[`cScale${role - 1}`] = token(`role-${role}-fill`);
    variables[`cScaleLabel${role - 1}`] = token(`role-${role}-on`);
    if (role <= 8) {
      variables[`git${role - 1}`] = token(`role-${role}-line`);
      variables[`gitBranchLabel${role - 1}`] = token('bg-canvas');
      variables[`fillType${role - 1}`] = token(`role-${role}-fill`);
    }
  }
  return variables;
}
