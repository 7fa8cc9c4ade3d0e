const quarters = ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'];
const ratings = ['Empty', 'One', 'Two', 'Three', 'Four', 'Five'];

/** The values of dropdowns with a symbol. They replace the options. */
export const dropdownSymbols: Record<string, readonly string[]> = {
  RYG: ['Red', 'Yellow', 'Green'],
  RYGB: ['Red', 'Yellow', 'Green', 'Blue'],
  RYGG: ['Red', 'Yellow', 'Green', 'Gray'],
  HARVEY_BALLS: quarters,
  PRIORITY: ['Low', 'High'],
  PRIORITY_HML: ['Low', 'Medium', 'High'],
  DECISION_SYMBOLS: ['Yes', 'Hold', 'No'],
  DECISION_SHAPES: ['Yes', 'Hold', 'No'],
  VCR: ['Stop', 'Rewind', 'Play', 'Fast Forward', 'Pause'],
  WEATHER: ['Sunny', 'Partly Sunny', 'Cloudy', 'Rainy', 'Stormy'],
  PROGRESS: quarters,
  ARROWS_3_WAY: ['Up', 'Sideways', 'Down'],
  ARROWS_4_WAY: ['Up', 'Angle Up', 'Angle Down', 'Down'],
  ARROWS_5_WAY: ['Up', 'Angle Up', 'Sideways', 'Angle Down', 'Down'],
  DIRECTIONS_3_WAY: ['Up', 'Unchanged', 'Down'],
  DIRECTIONS_4_WAY: ['Up', 'Right', 'Down', 'Left'],
  SKI: ['Green Circle', 'Blue Square', 'Black Diamond', 'Double Black Diamond'],
  SIGNAL: quarters,
  STAR_RATING: ratings,
  HEARTS: ratings,
  MONEY: ratings,
  EFFORT: ratings,
  PAIN: ['No Pain', 'Mild', 'Moderate', 'Severe', 'Very Severe', 'Extreme'],
};

export const checkboxSymbols: readonly string[] = ['STAR', 'FLAG'];
