// For a program that brings connectors of its own beside those of connectors.cpp, such as a test kit.
#pragma once

#include "connector/connectors.h"

namespace tarn::connector {

/// Before the first session starts: nothing guards the list.
void AddConnector(ConnectorEntry entry);

}  // namespace tarn::connector
