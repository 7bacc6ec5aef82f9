package blockkit

// Limits of Slack's Block Kit reference, in code points or items. Where the
// reference gives none, the comment says what the number rests on.
const (
	MaxMessageBlocks = 50
	MaxViewBlocks    = 100
	MaxAttachments   = 100

	// MaxMessageText is where Slack stops keeping a message's top-level text.
	MaxMessageText = 40_000
	// MaxBlockText bounds all text shown by one message's blocks. Slack
	// documents the error (msg_blocks_too_long) and no number; what users
	// report lies between 9,600 (taken) and 13,200 (refused). The validator
	// refuses only past the upper end, so as not to refuse what Slack takes;
	// a sender should stay under the lower one.
	MaxBlockText = 13_200
	// MaxMarkdown bounds all markdown blocks of one payload together.
	MaxMarkdown = 12_000

	MaxBlockID    = 255
	MaxActionID   = 255
	MaxCallbackID = 255
	MaxExternalID = 255 // undocumented; taken as the other ids

	MaxText        = 3_000 // any text object without a limit of its own
	MaxFieldText   = 2_000
	MaxFields      = 10
	MaxHeader      = 150
	MaxContext     = 10
	MaxActions     = 25
	MaxLabel       = 2_000
	MaxHint        = 2_000
	MaxImageTitle  = 2_000
	MaxAltText     = 2_000
	MaxURL         = 3_000
	MaxPlaceholder = 150

	MaxButtonText  = 75
	MaxButtonValue = 2_000
	MaxA11yLabel   = 75

	MaxOptionText   = 75
	MaxOptionValue  = 150
	MaxGroupLabel   = 75
	MaxOptions      = 100
	MaxOptionGroups = 100
	MaxChoices      = 10 // checkboxes and radio buttons
	MaxOverflow     = 5

	MaxConfirmTitle  = 100
	MaxConfirmText   = 300
	MaxConfirmButton = 30

	MinTimestamp = 1_000_000_000 // ten digits, seconds
	MaxTimestamp = 9_999_999_999

	MaxInputLength = 3_000
	MaxInputFiles  = 10
	MaxInputLines  = 100

	MaxViewTitle       = 24 // title, submit and close alike
	MaxPrivateMetadata = 3_000

	MaxTableRows  = 100
	MaxTableCells = 20
	MaxTableText  = 10_000

	MinDataTableRows = 2
	MaxDataTableRows = 101
	MaxDataTablePage = 100

	MaxCharts       = 2
	MaxChartTitle   = 50
	MaxChartSeries  = 6
	MaxChartPoints  = 20
	MaxChartLabel   = 20
	MaxChartAxis    = 50
	MaxCardTitle    = 150
	MaxCardBody     = 200
	MaxCards        = 10
	MaxContainer    = 10
	MaxLayoutRows   = 5
	MaxLayoutItems  = 3
	MaxLayoutLabel  = 150
	MaxContextActs  = 5
	MaxVideoTitle   = 199 // "less than 200"
	MaxVideoAuthor  = 49  // "less than 50"
	MaxListIndent   = 8
	MaxHeaderLevel  = 4
	MaxQueryMinimum = 3_000 // min_query_length; undocumented upper end
)
