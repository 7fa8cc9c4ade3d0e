/** The values of dropdowns with a symbol. They replace the options. */
export const dropdownSymbols: Record<string, readonly string[]> = {
  RYG: ['Red', 'Yellow', 'Green'],
  RYGB: ['Red', 'Yellow', 'Green', 'Blue'],
  RYGG: ['Red', 'Yellow', 'Green', 'Gray'],
  HARVEY_BALLS: ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'],
  PRIORITY: ['Low', 'High'],
  PRIORITY_HML: ['Low', 'Medium', 'High'],
  DECISION_SYMBOLS: ['Yes', 'Hold', 'No'],
  DECISION_SHAPES: ['Yes', 'Hold', 'No'],
  DIRECTIONS_3_WAY: ['Up', 'Unchanged', 'Down'],
  PROGRESS: ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'],
  STAR_RATING: ['Empty', 'One', 'Two', 'Three', 'Four', 'Five'],
  HEARTS: ['Empty', 'One', 'Two', 'Three', 'Four', 'Five'],
  WEATHER: ['Sunny', 'Partly Sunny', 'Cloudy', 'Rainy', 'Stormy'],
};

export const checkboxSymbols: readonly string[] = ['STAR', 'FLAG'];
